%% Test cases run one after the other.
-module(counts_SUITE).
-export([all/0, init_per_suite/1, adds/1]).

all() -> [adds].

init_per_suite(Config) ->
    ets:new(counts, [named_table, public]),
    Config.

adds(_Config) ->
    [{_, N}] = ets:lookup(counts, a), % access: read
    ets:insert(counts, {a, N + 1}). % expect: erlang-ets note confidence<50 "only tests run the code"
