-module(brought_tables).
-export([make/0]).

make() -> lists:foreach(fun(Name) -> ets:new(Name, [named_table, public]) end, [brought_sessions, brought_locks]).
