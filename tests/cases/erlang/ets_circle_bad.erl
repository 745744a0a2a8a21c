%% Functions that call each other in a circle and that nothing else calls are still called from outside.
-module(ets_circle_bad).
-export([new/0, add/1, drop/1, next/1]).

new() -> ets:new(circle, [named_table, public]).

add(Key) -> ets:insert(circle, {Key, 1}).

drop(Key) ->
    case ets:member(circle, Key) of % access: read
        true ->
            ets:delete(circle, Key), % expect: erlang-ets warning
            next(Key);
        false ->
            ok
    end.

next(Key) -> drop(Key + 1).
