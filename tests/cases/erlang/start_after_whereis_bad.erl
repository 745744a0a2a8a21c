%% Two processes both find no server; for the second one {ok, Pid} does not match {error, {already_started, _}}.
-module(start_after_whereis_bad).
-behaviour(gen_server).
-export([ensure/0, ensure_here/0, start/0, init/1, handle_call/3, handle_cast/2]).

ensure() ->
    case whereis(?MODULE) of
        undefined ->
            {ok, Pid} = start(),
            Pid;
        Pid -> Pid
    end.

ensure_here() ->
    case whereis(?MODULE) of
        undefined ->
            {ok, Pid} = gen_server:start({local, ?MODULE}, ?MODULE, [], []), % expect: erlang-registry "already_started"
            Pid;
        Pid -> Pid
    end.

start() -> gen_server:start({local, ?MODULE}, ?MODULE, [], []). % expect: erlang-registry "already_started"

init([]) -> {ok, 0}.
handle_call(_, _, S) -> {reply, S, S}.
handle_cast(_, S) -> {noreply, S}.
