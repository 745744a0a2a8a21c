%% Only a test of another module calls it here, which EUnit exports: others call it when it is in use.
-module(ring).
-export([init/0, add_node/1]).

init() -> ets:new(ring, [named_table, public]).

add_node(Node) ->
    Nodes = case ets:lookup(ring, nodes) of
        [{nodes, Known}] -> Known;
        [] -> []
    end,
    ets:insert(ring, {nodes, lists:usort([Node | Nodes])}). % expect: erlang-ets confidence>=80
