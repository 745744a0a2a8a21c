%% A write to the same key ends the path; what follows does not rely on the read.
-module(ets_intervening_ok).
-export([init/0, reset/1]).

init() ->
    ets:new(resets, [named_table, public]).

reset(Key) ->
    case ets:lookup(resets, Key) of
        [] -> ets:insert_new(resets, {Key, 0}), ets:insert(resets, {Key, 1}); % ok: erlang-ets
        _ -> ok
    end.
