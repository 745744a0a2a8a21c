%% An event handler runs in its manager, and nothing shows that there are two.
-module(ets_event_manager_ok).
-behaviour(gen_event).
-export([start_link/0, init/1, handle_event/2, handle_call/2]).

start_link() -> gen_event:start_link({local, ?MODULE}).

init([]) -> {ok, ets:new(states, [named_table, public])}.

handle_event({Index, State}, S) ->
    case ets:lookup(states, Index) of
        [{_, N, _}] -> ets:insert(states, {Index, N + 1, State}); % ok: erlang-ets
        [] -> ok
    end,
    {ok, S}.

handle_call(_, S) -> {ok, ok, S}.
