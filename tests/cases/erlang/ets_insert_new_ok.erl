%% The atomic operations are the repair.
-module(ets_insert_new_ok).
-export([init/0, add/1, swap/2]).

init() ->
    ets:new(things, [named_table, public]).

add(Key) ->
    case ets:lookup(things, Key) of
        [] -> ets:insert_new(things, {Key, 1}); % ok: erlang-ets
        _ -> false
    end.

swap(Key, New) ->
    [{Key, Old}] = ets:lookup(things, Key),
    ets:select_replace(things, [{{Key, Old}, [], [{{Key, New}}]}]).
