%% The twin of alive_check_linked_note: what was started before is another server.
-module(alive_check_linked_bad).
-export([run/1]).

run(Events) ->
    {ok, _} = start_log(),
    case whereis(event_log) of  % access: read
        undefined -> exit(no_log);
        Pid when is_pid(Pid) -> ok
    end,
    [event_log ! {event, E} || E <- Events].  % expect: erlang-alive-check

start_log() -> gen_event:start_link({local, other_log}).
