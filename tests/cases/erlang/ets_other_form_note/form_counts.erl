%% Nothing calls bump/1, which only hands on to bump/2, and that is called by one server.
-module(form_counts).
-export([bump/1, bump/2, make/0]).

make() -> ets:new(form_counts, [named_table, public]).

bump(Key) -> bump(Key, default()).

bump(Key, By) ->
    [{_, N}] = ets:lookup(form_counts, Key),
    ets:insert(form_counts, {Key, N + By}). % expect: erlang-ets "only another form of form_counts:bump/2"

default() -> 1.
