%% The loop's table goes out in an answer: whoever asked for it may write too.
-module(ets_loop_state_bad).
-export([start_link/0, init/1, loop/1, count/2, system_continue/3]).

-record(state, {parent, tab}).

start_link() ->
    proc_lib:start_link(?MODULE, init, [self()], infinity, []).

count(Server, Key) ->
    Server ! {table, self()},
    receive {state, #state{tab = Tab}} -> bump(Tab, Key) end.

init(Parent) ->
    S = #state{parent = Parent, tab = ets:new(now, [public])},
    proc_lib:init_ack(Parent, {ok, self()}),
    loop(S).

loop(S) ->
    receive
        {system, From, Request} ->
            sys:handle_system_msg(Request, From, S#state.parent, ?MODULE, [], S);
        {table, From} ->
            From ! {state, S},
            ?MODULE:loop(S);
        {bump, Key} ->
            bump(S#state.tab, Key),
            ?MODULE:loop(S)
    end.

bump(Tab, Key) ->
    case ets:lookup(Tab, Key) of % access: read
        [] -> ets:insert_new(Tab, {Key, 1});
        [{Key, N}] -> ets:insert(Tab, {Key, N + 1}) % expect: erlang-ets "now, key Key"
    end.

system_continue(_Parent, _Debug, S) ->
    ?MODULE:loop(S).
