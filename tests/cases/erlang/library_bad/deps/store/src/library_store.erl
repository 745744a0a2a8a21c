%% A dependency: what is found in it is not shown.
-module(library_store).
-export([init/0, get/1, put/2, bump/1]).

init() -> ets:new(library_store, [named_table, public]).

get(Key) -> ets:lookup_element(library_store, Key, 2). % access: read

put(Key, Value) -> ets:insert(library_store, {Key, Value}).

bump(Key) -> ets:insert(library_store, {Key, ets:lookup_element(library_store, Key, 2) + 1}).
