%% The same in a folder of the program.
-module(handles).
-export([start/0, next/1]).

start() -> ets:new(handles, [named_table, public]).

next(Handle) ->
    [{_, Offset}] = ets:lookup(handles, Handle),
    ets:insert(handles, {Handle, Offset + 1}). % expect: erlang-ets error
