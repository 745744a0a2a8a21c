%% What is sent back goes through helpers that take it apart in their heads.
-module(server_tuple_bad).
-export([bump/2, raise/2, both/2]).

-record(change, {key, value}).

bump(S, K) ->
    V = gen_server:call(S, {get, K}), % access[bump]: read
    set(S, {K, V + 1}). % expect[bump]: erlang-server-update confidence>=50

set(S, {K, V}) -> gen_server:cast(S, {set, K, V}).

raise(S, K) ->
    V = gen_server:call(S, {get, K}), % access[raise]: read
    change(S, #change{key = K, value = V * 2}). % expect[raise]: erlang-server-update confidence>=50

change(S, Change) -> send(S, Change).

send(S, #change{key = K, value = V}) -> gen_server:cast(S, {set, {K, V}}).

%% Taken apart in two steps.
both(S, K) ->
    V = gen_server:call(S, {get, K}), % access[both]: read
    outer(S, {K, {new, V + 1}}). % expect[both]: erlang-server-update confidence>=50

outer(S, {K, New}) -> inner(S, K, New).

inner(S, K, {new, V}) -> gen_server:cast(S, {set, K, V}).
