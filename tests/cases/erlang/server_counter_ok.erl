%% The same, repaired: the server does the sum.
-module(server_counter_ok).
-export([server/0]).

server() ->
    Self = self(),
    spawn(fun() -> client(Self) end),
    spawn(fun() -> client(Self) end),
    loop(0).

loop(N) ->
    receive
        {get_counter, Pid} ->
            Pid ! N,
            loop(N);
        {add, C} ->
            loop(N + C)
    end.

client(Server) ->
    Server ! {get_counter, self()},
    receive
        N ->
            io:format("~w~n", [N])
    end,
    Server ! {add, 1}, % ok: erlang-server-update
    client(Server).
