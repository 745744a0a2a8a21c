%% Both answers get to the send: nothing was checked that it could rely on.
%% args: --min-confidence 0
-module(alive_check_both_ok).
-export([trace/1, trace_all/1, warn/1, down/1]).

trace(Flags) ->
    ensure_idle(),
    tracer ! {flags, Flags},
    ok.

trace_all(List) ->
    [trace(Flags) || Flags <- List],
    lists:foreach(fun(Flags) -> trace(Flags) end, List). % expect: erlang-alive-check confidence<25

ensure_idle() ->
    Busy = case whereis(tracer) of
               undefined -> [];
               Pid -> Pid ! {busy, self()}, receive {busy, List} -> List end
           end,
    case Busy of
        [] -> ok;
        _ -> exit({busy, Busy})
    end.

%% The answer is thrown away.
warn(What) ->
    tell(What),
    warner ! again. % expect: erlang-alive-check confidence<25

tell(What) ->
    case whereis(warner) of
        undefined -> {error, not_running};
        Pid when Pid =/= What -> ok
    end.

%% In another round.
down(State) ->
    receive
        {down, Node} -> release(Node), down(State);
        {free, Id} -> locker ! {free, Id}, down(State) % expect: erlang-alive-check confidence<25
    end.

release(Node) ->
    case whereis(locker) of
        undefined -> {error, not_running};
        Pid ->
            Pid ! {self(), Node},
            receive {Pid, ok} -> ok end
    end.
