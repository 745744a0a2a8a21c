%% The only way to the send leads through a try, two calls up.
-module(alive_check_caught_note).
-export([transaction/1]).

transaction(What) ->
    try run(What) of
        Result -> {ok, Result}
    catch
        _:Reason -> {aborted, Reason}
    end.

run(What) ->
    Result = {done, What},
    commit(What),
    Result.

commit(What) ->
    case whereis(commit_server) of
        undefined -> exit(not_running);
        _ -> ok
    end,
    commit_server ! What. % expect: erlang-alive-check note confidence<50 "erlang-callers-handle-failure"
