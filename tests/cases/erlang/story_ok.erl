%% The repairs that the reports name.
-module(story_ok).
-export([init/0, set/2, expire/2, drop/1, walk/0, tell/1, keep/2]).

init() ->
    ets:new(things, [named_table, public]),
    ets:new(walked, [named_table, public]).

set(K, T) -> ets:insert(things, {K, T}).

expire(K, Now) -> ets:select_delete(things, [{{K, '$1'}, [{'<', '$1', Now}], [true]}]). % ok: erlang-ets

drop(K) -> ets:delete(walked, K).

walk() ->
    ets:safe_fixtable(walked, true),
    try walk(ets:first(walked)) % ok: erlang-ets-traversal
    after ets:safe_fixtable(walked, false)
    end.
walk('$end_of_table') -> ok;
walk(K) -> walk(ets:next(walked, K)).

tell(M) ->
    case whereis(listener) of
        undefined -> ok;
        Pid -> Pid ! M % ok: erlang-alive-check
    end.

keep(Path, Data) -> file:write_file(Path, Data, [exclusive]). % ok: erlang-file-check
