%% Who looks is not who sends: the new process runs any time later.
-module(alive_check_spawned_note).
-export([report/1]).

report(What) ->
    case whereis(report_server) of
        undefined -> ok;
        _ -> spawn(fun() -> report_server ! What end) % expect: erlang-alive-check note confidence<50 "erlang-started-later"
    end.
