%% What tests use stands in a folder of its own: a race in it is a note.
-module(handles).
-export([start/0, next/1]).

start() -> ets:new(handles, [named_table, public]).

next(Handle) ->
    [{_, Offset}] = ets:lookup(handles, Handle),
    ets:insert(handles, {Handle, Offset + 1}). % expect: erlang-ets note "erlang-only-tests" confidence<50
