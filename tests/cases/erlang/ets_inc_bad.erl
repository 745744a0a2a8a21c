%% A counter in a public table without a name, incremented by several processes.
-module(ets_inc_bad).
-export([run/0]).

run() ->
    Tab = ets:new(some_tab_name, [public]),
    Inc = compute_inc(),
    Fun = fun() -> ets_inc(Tab, Inc) end,
    spawn_some_processes(Fun).

compute_inc() ->
    erlang:system_time() rem 7.

spawn_some_processes(Fun) ->
    spawn(Fun),
    spawn(Fun).

ets_inc(Tab, Inc) ->
    case ets:lookup(Tab, some_key) of % access[a]: read; access[b]: read
        [] ->
            ets:insert(Tab, {some_key, Inc}); % expect[a]: erlang-ets "some_tab_name, key some_key"
        [{some_key, OldValue}] ->
            NewValue = OldValue + Inc,
            ets:insert(Tab, {some_key, NewValue}) % expect[b]: erlang-ets "update_counter"
    end.
