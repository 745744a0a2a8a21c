-module(ets_same_name_second).
-export([start/0]).

start() -> ets:new(ets_same_name_twice, [named_table, public]).
