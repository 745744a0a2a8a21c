%% The table sits in the state of its maker's loop: it goes through the module's own exported loop, sys and
%% funs that the process itself calls, and never to another process.
-module(ets_loop_state_ok).
-export([start_link/0, init/1, loop/1, system_continue/3, system_terminate/4, system_code_change/4]).

-record(state, {parent, tab, old, limit = 10}).

start_link() ->
    proc_lib:start_link(?MODULE, init, [self()], infinity, []).

init(Parent) ->
    try
        do_init(Parent)
    catch
        throw:Reason -> proc_lib:init_ack(Parent, {error, Reason})
    end.

do_init(Parent) ->
    S = #state{parent = Parent, tab = ets:new(now, [public]), old = ets:new(before, [public])},
    proc_lib:init_ack(Parent, {ok, self()}),
    loop(S).

loop(#state{limit = Limit} = S) ->
    receive
        {system, From, Request} ->
            sys:handle_system_msg(Request, From, S#state.parent, ?MODULE, [], S);
        {bump, Key} ->
            S2 = change(S, fun() -> bump(S, Key), S#state{limit = Limit + 1} end),
            ?MODULE:loop(S2);
        {swap, From} ->
            From ! {swapped, total(S)},
            ?MODULE:loop(S#state{tab = S#state.old, old = S#state.tab})
    end.

change(Old, Fun) ->
    try Fun()
    catch throw:_ -> Old
    end.

bump(#state{tab = Tab}, Key) ->
    case ets:lookup(Tab, Key) of
        [] -> ets:insert(Tab, {Key, 1}); % ok: erlang-ets
        [{Key, N}] -> ets:insert(Tab, {Key, N + 1})
    end.

total(#state{old = Old} = S) ->
    ets:foldl(fun({Key, _}, Sum) -> bump(S, Key), Sum + 1 end, 0, Old).

system_continue(_Parent, _Debug, S) ->
    ?MODULE:loop(S).

system_terminate(Reason, _Parent, _Debug, _S) ->
    exit(Reason).

system_code_change(S, _Module, _Old, _Extra) ->
    {ok, S}.
