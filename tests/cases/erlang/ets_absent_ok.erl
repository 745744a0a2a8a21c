%% The server writes only what is not there, and nobody else brings it there: others take it away, or count on.
-module(ets_absent_ok).
-behaviour(gen_server).
-export([start_link/0, drop/1, hit/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

drop(Key) -> ets:delete(visits, Key).

hit(Key) -> ets:update_counter(visits, Key, 1).

init([]) -> {ok, ets:new(visits, [named_table, public])}.

handle_call({make, Key}, _From, State) ->
    case ets:lookup(visits, Key) of
        [] -> ets:insert(visits, {Key, 0}); % ok: erlang-ets
        [_] -> ok
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
