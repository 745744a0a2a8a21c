%% The names that are free are selected first, and taken afterwards.
-module(filtered_keys_bad).
-export([start_all/1, init/0, create_all/1]).

start_all(Names) ->
    Free = lists:filter(fun(Name) -> whereis(Name) =:= undefined end, Names), % access[names]: read
    [register(Name, spawn(fun() -> receive stop -> ok end end)) || Name <- Free]. % expect[names]: erlang-registry confidence>=50

init() -> ets:new(filtered_keys_bad, [named_table, public]).

create_all(Keys) ->
    Missing = lists:filter(fun(Key) -> not ets:member(filtered_keys_bad, Key) end, Keys), % access[keys]: read
    lists:foreach(fun(Key) -> ets:insert(filtered_keys_bad, {Key, self()}) end, Missing). % expect[keys]: erlang-ets confidence>=50
