%% The same, repaired: one atomic operation.
-module(ets_inc_ok).
-export([run/0]).

run() ->
    Tab = ets:new(some_tab_name, [public]),
    Fun = fun() -> ets_inc(Tab, 1) end,
    spawn(Fun),
    spawn(Fun).

ets_inc(Tab, Inc) ->
    case ets:lookup(Tab, some_key) of
        [] ->
            ets:update_counter(Tab, some_key, Inc, {some_key, 0}); % ok: erlang-ets
        [{some_key, _}] ->
            ets:update_counter(Tab, some_key, Inc)
    end.
