%% Whoever carries out a job holds a lock of another node from before prepare/1 to after undo/1, as the settings say.
-module(jobs).
-export([start/0, run/1, prepare/1, undo/1]).

start() -> ets:new(jobs, [named_table, public]).

run(Job) ->
    case prepare(Job) of
        full -> undo(Job);
        room -> ok
    end.

prepare(Job) ->
    case ets:lookup(jobs, {room, Job}) of
        [{_, 0}] -> full;
        [{_, _}] -> room
    end.

undo(Job) -> ets:insert(jobs, {{room, Job}, os:timestamp()}).  % ok: erlang-ets
