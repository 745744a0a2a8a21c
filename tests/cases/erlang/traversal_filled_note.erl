%% The program only adds to the table: nothing is gone while it is traversed.
-module(traversal_filled_note).
-export([init/0, add/2, sum/0]).

init() -> ets:new(tallies, [named_table, public]).

add(Key, N) -> ets:update_counter(tallies, Key, N, {Key, 0}).

sum() -> sum(ets:first(tallies), 0).

sum('$end_of_table', Sum) -> Sum;
sum(Key, Sum) -> sum(ets:next(tallies, Key), Sum + ets:lookup_element(tallies, Key, 2)). % expect: erlang-ets-traversal confidence<50
