%% Where there is no such process, one mode ends here and the other goes on: in the first one the look is what
%% keeps the send from happening.
-module(alive_check_one_mode_bad).
-export([tell/2, log/2, ask/2, mark/1]).

tell(Strict, What) ->
    case whereis(tell_server) of
        undefined when Strict -> exit(not_running);
        undefined -> ok;
        _ -> ok
    end,
    tell_server ! What. % expect: erlang-alive-check confidence>=50

log(Mode, What) ->
    case whereis(log_server) of
        undefined ->
            case Mode of
                strict -> exit(not_running);
                _ -> ok
            end;
        _ -> ok
    end,
    log_server ! What. % expect: erlang-alive-check confidence>=50

ask(Mode, What) ->
    check(Mode),
    ask_server ! What. % expect: erlang-alive-check confidence>=50

check(Mode) ->
    case {whereis(ask_server), Mode} of
        {undefined, strict} -> exit(not_running);
        _ -> ok
    end.

mark(What) ->
    case whereis(mark_server) of
        undefined -> exit(not_running);
        _ -> ok
    end,
    mark_server ! What. % expect: erlang-alive-check confidence>=50
