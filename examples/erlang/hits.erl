%% A hit counter that several web workers use at once, and a server that starts on first use.
%% deadheat check examples/erlang
-module(hits).
-export([start/0, hit/1, top/0]).

start() ->
    case whereis(hits) of
        undefined ->
            Pid = spawn(fun init/0),
            register(hits, Pid),
            Pid;
        Pid ->
            Pid
    end.

init() ->
    ets:new(hits, [named_table, public]),
    receive stop -> ok end.

hit(Page) ->
    case ets:lookup(hits, Page) of
        [] -> ets:insert(hits, {Page, 1});
        [{Page, N}] -> ets:insert(hits, {Page, N + 1})
    end.

top() ->
    lists:reverse(lists:keysort(2, ets:tab2list(hits))).
