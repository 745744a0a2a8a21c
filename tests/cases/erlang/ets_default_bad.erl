%% The constant goes over what another function sets.
-module(ets_default_bad).
-export([new/0, ensure/1, set/2]).

new() -> ets:new(levels, [named_table, public]).

ensure(Name) ->
    case ets:lookup(levels, Name) of % access: read
        [] -> ets:insert(levels, {Name, 0}); % expect: erlang-ets warning confidence>=50
        _ -> ok
    end.

set(Name, Level) -> ets:insert(levels, {Name, Level}).
