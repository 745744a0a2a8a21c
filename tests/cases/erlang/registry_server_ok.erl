%% The only process that registers the name is one registered server.
-module(registry_server_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    {ok, []}.

handle_call({start, Pid}, _From, State) ->
    case whereis(worker_of_server) of
        undefined -> register(worker_of_server, Pid); % ok: erlang-registry
        _ -> ok
    end,
    {reply, ok, State}.

handle_cast(_, State) ->
    {noreply, State}.
