%% The answer of the start tells that another process was faster, or nobody asks.
-module(start_after_whereis_ok).
-behaviour(gen_server).
-export([ensure/0, ensure_running/0, start/0, init/1, handle_call/3, handle_cast/2]).

ensure() ->
    case whereis(?MODULE) of
        undefined ->
            case start() of
                {ok, Pid} -> Pid;
                {error, {already_started, Pid}} -> Pid
            end;
        Pid -> Pid
    end.

ensure_running() ->
    case whereis(?MODULE) of
        undefined -> start(), ok;
        _ -> ok
    end.

start() -> gen_server:start({local, ?MODULE}, ?MODULE, [], []). % ok: erlang-registry

init([]) -> {ok, 0}.
handle_call(_, _, S) -> {reply, S, S}.
handle_cast(_, S) -> {noreply, S}.
