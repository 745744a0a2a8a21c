%% One of the callers has no try around it, or the send comes in a handler.
-module(alive_check_caught_bad).
-export([transaction/1, plain/1, retry/1]).

transaction(What) ->
    try run(What) of
        Result -> {ok, Result}
    catch
        _:Reason -> {aborted, Reason}
    end.

plain(What) -> run(What).

run(What) ->
    commit(What),
    {done, What}.

commit(What) ->
    case whereis(commit_server) of
        undefined -> exit(not_running);
        _ -> ok
    end,
    commit_server ! What. % expect: erlang-alive-check confidence>=50 "erlang-start-name-use"

retry(What) ->
    try list_to_atom(What)
    catch
        _:_ -> restart(What)
    end.

restart(What) ->
    case whereis(restart_server) of
        undefined -> exit(not_running);
        _ -> ok
    end,
    restart_server ! What. % expect: erlang-alive-check confidence>=50
