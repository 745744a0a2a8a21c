%% A new version of what the server answered goes back to it.
-module(server_version_bad).
-export([add/2, remove/2, put/2, set/2, keep/2, record/2, through/1, call_through/2]).
-record(state, {a, b}).

add(S, X) ->
    L = gen_server:call(S, get), % access[add]: read
    gen_server:call(S, {put, [X | L]}). % expect[add]: erlang-server-update confidence>=50

remove(S, X) ->
    L = gen_server:call(S, get), % access[remove]: read
    gen_server:call(S, {put, lists:delete(X, L)}). % expect[remove]: erlang-server-update confidence>=50

put(S, X) ->
    M = gen_server:call(S, get), % access[put]: read
    gen_server:call(S, {put, maps:put(X, 1, M)}). % expect[put]: erlang-server-update confidence>=50

set(S, X) ->
    T = gen_server:call(S, get), % access[set]: read
    gen_server:call(S, {put, setelement(2, T, X)}). % expect[set]: erlang-server-update confidence>=50

keep(S, X) ->
    {A, _} = gen_server:call(S, get), % access[keep]: read
    gen_server:call(S, {put, {A, X}}). % expect[keep]: erlang-server-update confidence>=50

record(S, X) ->
    R = gen_server:call(S, get), % access[record]: read
    gen_server:call(S, {put, R#state{b = X}}). % expect[record]: erlang-server-update confidence>=50

%% The message as a whole is a parameter of who sends it.
through(Pid) ->
    V = rpc(Pid, get),
    rpc(Pid, {set, V + 1}). % expect: erlang-server-update confidence>=50

rpc(Pid, Req) ->
    Pid ! {self(), Req},
    receive {Pid, Reply} -> Reply end.

call_through(K, N) ->
    V = call({get, K}),
    call({set, K, V + N}). % expect: erlang-server-update confidence>=50

call(R) -> gen_server:call(srv, R).
