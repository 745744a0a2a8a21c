%% One call makes several tables; the look and the insert are about the same one.
-module(ets_loop_names_bad).
-export([start/0, add/2, notify/2]).

start() ->
    [ets:new(Name, Options) || {Name, Options} <- [{metrics, [named_table, public]}, {gauges, [named_table, public]}]].

add(Name, Type) -> ets:insert(metrics, {Name, Type}).

notify(Name, Value) ->
    case ets:lookup(metrics, Name) of
        [{_, gauge}] -> ets:insert(metrics, {Name, {gauge, Value}}); % expect: erlang-ets
        [] -> none
    end.
