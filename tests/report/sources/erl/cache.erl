-module(cache).
-export([ensure/1]).

ensure(Name) ->
    case whereis(Name) of
        undefined ->
            Pid = spawn(fun loop/0),
            register(Name, Pid),
            Pid;
        Pid ->
            Pid
    end.

loop() ->
    receive stop -> ok end.
