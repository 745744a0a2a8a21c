%% A helper that starts servers of several modules, each under its name.
-module(told_starter).
-export([start_all/0, start/2]).

start_all() ->
    start(told_first, first),
    start(told_second, second).

start(Module, Name) -> gen_server:start_link({local, Name}, Module, [], []).
