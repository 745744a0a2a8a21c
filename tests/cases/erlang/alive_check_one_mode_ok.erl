%% Where there is no such process, each mode goes on to the send.
%% args: --min-confidence 0
-module(alive_check_one_mode_ok).
-export([tell/2, log/2]).

tell(Strict, What) ->
    case whereis(tell_server) of
        undefined when Strict -> no;
        undefined -> unknown;
        _ -> yes
    end,
    tell_server ! What. % expect: erlang-alive-check confidence<25

log(Mode, What) ->
    case whereis(log_server) of
        undefined ->
            case Mode of
                strict -> none;
                _ -> ok
            end;
        _ -> ok
    end,
    log_server ! What. % expect: erlang-alive-check confidence<25
