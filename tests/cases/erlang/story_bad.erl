%% What the other process does in a report is something that can happen.
-module(story_bad).
-export([init/0, set/2, expire/2, drop/1, put/2, walk/0, tell/1, keep/2]).

init() ->
    ets:new(things, [named_table, public]),
    ets:new(walked, [named_table, public]).

set(K, T) -> ets:insert(things, {K, T}).

%% To delete twice undoes nothing: somebody else has to write.
expire(K, Now) ->
    case ets:lookup(things, K) of % access[removed]: read
        [{K, T}] when T < Now -> ets:delete(things, K); % expect[removed]: erlang-ets "process 2: ets:insert/2 in story_bad:set/2, line 9" "removes what process 2 wrote"
        _ -> ok
    end.

drop(K) -> ets:delete(walked, K).

%% A look at the size is about no key.
put(K, V) ->
    case ets:info(walked, size) of % access[size]: read
        N when N >= 100 -> full;
        _ -> ets:insert(walked, {K, V}) % expect[size]: erlang-ets "stale ets:info/2 of ets table walked" "of another key" "no longer so"
    end.

%% To walk on changes nothing: it is the delete of somebody else.
walk() -> walk(ets:first(walked)). % access[walk]: read
walk('$end_of_table') -> ok;
walk(K) -> walk(ets:next(walked, K)). % expect[walk]: erlang-ets-traversal error "another process can delete the object" "ets:delete/2 in story_bad:drop/1"

tell(M) ->
    case whereis(listener) of % access[alive]: read
        undefined -> ok;
        _ -> listener ! M % expect[alive]: erlang-alive-check note "the process can end after whereis/1" "the process ends"
    end.

%% It does not fail: it overwrites.
keep(Path, Data) ->
    filelib:is_file(Path) orelse file:write_file(Path, Data). % expect[file]: erlang-file-check note "concurrent update of file Path" "[exclusive]"
