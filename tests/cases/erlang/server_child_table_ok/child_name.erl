%% The name that the child is told is the same each time.
-module(child_name).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(children, Key),
    ets:insert(children, {Key, N + 1}), % ok: erlang-ets
    {noreply, State}.
