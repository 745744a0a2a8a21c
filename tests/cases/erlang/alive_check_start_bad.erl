%% There are many such servers, and they start at any time.
-module(alive_check_start_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Socket) -> gen_server:start_link(?MODULE, Socket, []).

init(Socket) ->
    case whereis(tracer) of % access: read
        undefined -> ok;
        _ -> tracer ! {started, self()} % expect: erlang-alive-check confidence>=50 "one of many processes"
    end,
    {ok, Socket}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
