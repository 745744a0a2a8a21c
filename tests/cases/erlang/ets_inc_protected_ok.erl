%% Only the owner can write to a protected table.
-module(ets_inc_protected_ok).
-export([run/0]).

run() ->
    Tab = ets:new(some_tab_name, [protected]),
    Pid = spawn(fun() -> ets:lookup(Tab, some_key) end),
    ets_inc(Tab, 1),
    Pid.

ets_inc(Tab, Inc) ->
    case ets:lookup(Tab, some_key) of
        [] -> ets:insert(Tab, {some_key, Inc}); % ok: erlang-ets
        [{some_key, Old}] -> ets:insert(Tab, {some_key, Old + Inc})
    end.
