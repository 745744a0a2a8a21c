%% args: --min-confidence 60
%% bump/1 does more than hand on: it is a function of its own, which any process may call.
-module(form_counts).
-export([bump/1, bump/2, make/0]).

make() -> ets:new(form_counts, [named_table, public]).

bump(Key) ->
    bump(Key, 1),
    io:format("~p~n", [Key]).

bump(Key, By) ->
    [{_, N}] = ets:lookup(form_counts, Key), % access: read
    ets:insert(form_counts, {Key, N + By}). % expect: erlang-ets "form_counts"
