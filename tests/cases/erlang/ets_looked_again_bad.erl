%% The list of names is old when it is used, but each of them is looked up again: one finding, for that later look.
-module(ets_looked_again_bad).
-export([start/0, reset_all/0]).

start() -> ets:new(values, [named_table, public]).

reset_all() ->
    reset_each(ets:match(values, {{'$1', '_'}, '_'})).

reset_each([[Name] | Rest]) ->
    reset(Name),
    reset_each(Rest);
reset_each([]) -> ok.

reset(Name) ->
    case ets:match(values, {{Name, '$1'}, '$2'}) of % access: read
        [[Part, Value] | _] ->
            ets:insert(values, {{Name, Part}, 0}), % expect: erlang-ets warning
            Value;
        [] -> 0
    end.
