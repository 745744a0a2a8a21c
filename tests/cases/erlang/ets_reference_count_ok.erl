%% The entry goes only while its count is zero.
-module(ets_reference_count_ok).
-export([start/0, acquire/1, release/1]).

start() -> ets:new(references, [named_table, public]).

acquire(Key) -> ets:update_counter(references, Key, 1, {Key, 0}).

release(Key) ->
    case ets:update_counter(references, Key, -1) of
        0 -> ets:delete_object(references, {Key, 0}); % ok: erlang-ets
        _ -> ok
    end.
