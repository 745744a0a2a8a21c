-module(traversal_bad).
-export([init/0, sum/0]).

init() ->
    ets:new(walked, [named_table, public]).

sum() ->
    sum(ets:first(walked), 0). % access: read

sum('$end_of_table', Sum) -> Sum;
sum(Key, Sum) ->
    sum(ets:next(walked, Key), Sum + 1). % expect: erlang-ets-traversal error "safe_fixtable"
