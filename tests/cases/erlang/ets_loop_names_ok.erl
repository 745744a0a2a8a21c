%% One call makes several tables: a look at one of them is not about the other.
-module(ets_loop_names_ok).
-export([start/0, add/2, notify/2]).

start() ->
    [ets:new(Name, Options) || {Name, Options} <- [{metrics, [named_table, public]}, {gauges, [named_table, public]}]].

add(Name, Type) -> ets:insert(metrics, {Name, Type}).

notify(Name, Value) ->
    case ets:lookup(metrics, Name) of
        [{_, gauge}] -> ets:insert(gauges, {Name, Value}); % ok: erlang-ets
        [] -> none
    end.
