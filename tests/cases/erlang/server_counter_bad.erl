%% Clients ask a server for its counter and send back a new one.
-module(server_counter_bad).
-export([server/0]).

server() ->
    Self = self(),
    spawn(fun() -> client(Self) end),
    spawn(fun() -> client(Self) end),
    loop(0).

loop(N) ->
    io:format("N = ~w~n", [N]),
    receive
        {get_counter, Pid} ->
            Pid ! N,
            loop(N);
        {set_counter, C} ->
            loop(C)
    end.

client(Server) ->
    Server ! {get_counter, self()}, % access: read
    receive
        N ->
            Server ! {set_counter, N + 1} % expect: erlang-server-update "let the server compute"
    end,
    client(Server).
