%% There is one such server, which starts once.
-module(alive_check_start_ok).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Socket) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Socket, []).

init(Socket) ->
    case whereis(tracer) of
        undefined -> ok;
        _ -> tracer ! {started, self()} % ok: erlang-alive-check
    end,
    {ok, Socket}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
