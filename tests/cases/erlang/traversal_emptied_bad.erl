%% The twin of traversal_filled_note: another process deletes the object that the traversal is at.
-module(traversal_emptied_bad).
-export([init/0, add/2, drop/1, sum/0]).

init() -> ets:new(tallies, [named_table, public]).

add(Key, N) -> ets:update_counter(tallies, Key, N, {Key, 0}).

drop(Key) -> ets:delete(tallies, Key).

sum() -> sum(ets:first(tallies), 0).

sum('$end_of_table', Sum) -> Sum;
sum(Key, Sum) -> sum(ets:next(tallies, Key), Sum + ets:lookup_element(tallies, Key, 2)). % expect: erlang-ets-traversal confidence>=65
