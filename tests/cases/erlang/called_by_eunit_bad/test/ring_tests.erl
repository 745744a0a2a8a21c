-module(ring_tests).
-export([]).

add_test() ->
    ring:init(),
    ring:add_node(a).
