%% Each process of this kind makes a table of its own, and sys calls back into the same process.
-module(ets_special_process_ok).
-export([start_link/0, init/1, system_continue/3]).

start_link() ->
    proc_lib:start_link(?MODULE, init, [self()]).

init(Parent) ->
    Tab = ets:new(mine, [public]),
    proc_lib:init_ack(Parent, {ok, self()}),
    loop(Parent, Tab).

loop(Parent, Tab) ->
    receive
        {bump, Key} ->
            case ets:lookup(Tab, Key) of
                [] -> ets:insert(Tab, {Key, 1}); % ok: erlang-ets
                [{Key, N}] -> ets:insert(Tab, {Key, N + 1})
            end,
            loop(Parent, Tab);
        {system, From, Request} ->
            sys:handle_system_msg(Request, From, Parent, ?MODULE, [], Tab)
    end.

system_continue(Parent, _Debug, Tab) ->
    loop(Parent, Tab).
