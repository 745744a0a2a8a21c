-module(loop_tables).
-export([make/0]).

make() -> lists:foreach(fun(Name) -> ets:new(Name, [named_table, public]) end, [loop_counts, loop_notes]).
