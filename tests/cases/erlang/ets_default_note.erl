%% A constant is put where there was nothing, and nobody puts anything else: done twice it is the same.
-module(ets_default_note).
-export([new/0, ensure/1, drop/1]).

new() -> ets:new(drops, [named_table, public]).

ensure(Counter) ->
    case ets:lookup(drops, Counter) of % access: read
        [] -> ets:insert(drops, {Counter, 0}); % expect: erlang-ets note confidence<50 "erlang-constant-only"
        _ -> ok
    end.

drop(Counter) -> ets:delete(drops, Counter).
