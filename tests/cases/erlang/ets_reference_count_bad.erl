%% Between the count that reaches zero and the delete, another process can take a new reference.
-module(ets_reference_count_bad).
-export([start/0, acquire/1, release/1]).

start() -> ets:new(references, [named_table, public]).

acquire(Key) -> ets:update_counter(references, Key, 1, {Key, 0}).

release(Key) ->
    case ets:update_counter(references, Key, -1) of
        0 -> ets:delete(references, Key); % expect: erlang-ets "select_delete"
        _ -> ok
    end.
