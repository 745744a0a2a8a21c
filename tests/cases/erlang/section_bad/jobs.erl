%% The twin of section_ok: each of the two runs one at a time, but another process may be at work between them.
-module(jobs).
-export([start/0, run/1, prepare/1, undo/1]).

start() -> ets:new(jobs, [named_table, public]).

run(Job) ->
    case prepare(Job) of
        full -> undo(Job); % expect: erlang-ets warning
        room -> ok
    end.

prepare(Job) ->
    case ets:lookup(jobs, {room, Job}) of  % access: read
        [{_, 0}] -> full;
        [{_, _}] -> room
    end.

undo(Job) -> ets:insert(jobs, {{room, Job}, erlang:memory(total)}).
