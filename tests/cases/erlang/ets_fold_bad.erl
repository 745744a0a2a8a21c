%% What the fold found is written back changed, by its fun or after it.
-module(ets_fold_bad).
-export([new/0, double/0, triple/0, total/0]).

new() -> ets:new(sums, [public, named_table]).

double() ->
    ets:foldl( % access[a]: read
      fun({Key, Sum}, N) ->
          ets:insert(sums, {Key, Sum * 2}), % expect[a]: erlang-ets
          N + 1
      end, 0, sums).

triple() -> ets:foldr(fun triple/2, 0, sums). % access[b]: read

triple({Key, Sum}, N) ->
    ets:insert(sums, {Key, Sum * 3}), % expect[b]: erlang-ets
    N + 1.

total() ->
    Total = ets:foldl(fun({_, Sum}, All) -> All + Sum end, 0, sums), % access[c]: read
    ets:insert(sums, {total, Total}). % expect[c]: erlang-ets
