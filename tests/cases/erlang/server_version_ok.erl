%% Something else goes to the server, or the old value goes along for the server to compare.
%% args: --min-confidence 0
-module(server_version_ok).
-export([cas/2, version/2, own/2, note/2, position/2, tell/2]).

cas(S, K) ->
    V = gen_server:call(S, {get, K}), % access[cas]: read
    gen_server:call(S, {cas, K, V, V + 1}). % expect[cas]: erlang-server-update "may compare" confidence<50

version(S, K) ->
    {Version, V} = gen_server:call(S, {get, K}), % access[version]: read
    gen_server:call(S, {put, K, Version, V + 1}). % expect[version]: erlang-server-update confidence<50

%% What is changed is not what the server gave.
own(S, M) ->
    Id = gen_server:call(S, new_id),
    gen_server:call(S, {put, maps:put(Id, 1, M)}).

note(S, Data) ->
    Id = gen_server:call(S, new_id),
    gen_server:call(S, {add, {Id, Data}}).

%% A command with an answer, and one that goes on from there.
position(File, Mode) ->
    {ok, Dirs} = call({open, File, Mode}),
    call({add, [{File, D} || D <- Dirs]}). % expect: erlang-server-update "erlang-forwarded" confidence<50

call(R) -> gen_server:call(srv, R).

tell(S, Data) ->
    {ok, Id} = ask(S, get),
    ask(S, {tell, Id, Data}).

ask(S, R) -> gen_server:call(S, R).
