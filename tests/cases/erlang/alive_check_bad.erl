-module(alive_check_bad).
-export([ask/1, tell/1]).

ask(Pid) ->
    case is_process_alive(Pid) of % access[a]: read
        true -> gen_server:call(Pid, question); % expect[a]: erlang-alive-check note confidence<50
        false -> none
    end.

tell(Message) ->
    case whereis(listener) of % access[b]: read
        undefined -> ok;
        _ -> listener ! Message % expect[b]: erlang-alive-check note confidence>=50 "listener"
    end.
