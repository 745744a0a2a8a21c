%% Of two processes that write the time, either may be the last.
-module(ets_time_note).
-export([start/0, block/1]).

start() -> ets:new(blocked, [named_table, public]).

block(Host) ->
    Until = erlang:system_time(second) + 300,
    case ets:lookup(blocked, Host) of
        [{_, Old}] when Old > 17 -> ok;
        _ -> ets:insert(blocked, {Host, Until}) % expect: erlang-ets note "erlang-time-written" confidence<50
    end.
