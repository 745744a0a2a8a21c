%% Others only take away, but the server writes what it has seen there: it comes back.
-module(ets_absent_bad).
-behaviour(gen_server).
-export([start_link/0, drop/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

drop(Key) -> ets:delete(visits, Key).

init([]) -> {ok, ets:new(visits, [named_table, public])}.

handle_call({touch, Key}, _From, State) ->
    case ets:lookup(visits, Key) of % access: read
        [{_, N}] -> ets:insert(visits, {Key, N + 1}); % expect: erlang-ets "only remove it"
        [] -> ok
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
