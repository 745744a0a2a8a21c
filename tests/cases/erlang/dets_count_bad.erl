%% A counter in a Dets table that several processes increment.
-module(dets_count_bad).
-export([hit/1, forget/1]).

hit(Key) ->
    case dets:lookup(hits, Key) of
        [] -> dets:insert(hits, {Key, 1}); % expect: erlang-dets
        [{_, N}] -> dets:insert(hits, {Key, N + 1}) % expect: erlang-dets error
    end.

forget(Key) ->
    case dets:lookup(hits, Key) of
        [{_, 1}] -> dets:delete(hits, Key); % expect: erlang-dets warning
        _ -> ok
    end.
