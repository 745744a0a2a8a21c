%% The look only prints, or what follows overwrites whatever is there.
-module(registry_freed_ok).
-export([start/1, new/0, table/0, set/2]).

start(Fun) ->
    case whereis(server) of
        undefined -> io:format("none yet~n");
        Pid -> show(Pid)
    end,
    register(server, spawn(Fun)). % ok: erlang-registry

show(Pid) -> io:format("~p~n", [Pid]).

new() -> ets:new(settings, [named_table, public]).

table() ->
    case ets:info(table) of
        undefined -> ok;
        Info -> io:format("~p~n", [Info])
    end,
    ets:new(table, [named_table, public]). % ok: erlang-ets

set(Key, Value) ->
    ets:member(settings, Key) orelse ets:insert_new(settings, {Key, none}),
    ets:insert(settings, {Key, Value}).
