-module(alive_check_ok).
-export([ask/1, tell/1]).

ask(Pid) ->
    try gen_server:call(Pid, question) % ok: erlang-alive-check
    catch exit:_ -> none
    end.

tell(Message) ->
    case whereis(listener) of
        undefined -> ok;
        Pid -> Pid ! Message
    end.
