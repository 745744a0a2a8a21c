%% Who looks for the server has started it and is linked to it: it would hear of its end.
-module(alive_check_linked_note).
-export([run/1]).

run(Events) ->
    {ok, _} = start_log(),
    case whereis(event_log) of  % access: read
        undefined -> exit(no_log);
        Pid when is_pid(Pid) -> ok
    end,
    [event_log ! {event, E} || E <- Events].  % expect: erlang-alive-check "erlang-linked-process"

start_log() -> gen_event:start_link({local, event_log}).
