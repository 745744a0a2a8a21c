%% The event manager updates objects that any process can overwrite.
-module(ets_event_manager_bad).
-behaviour(gen_event).
-export([start_link/0, init/1, handle_event/2, handle_call/2, reset/1]).

start_link() -> gen_event:start_link({local, ?MODULE}).

init([]) -> {ok, ets:new(states, [named_table, public])}.

handle_event({Index, State}, S) ->
    case ets:lookup(states, Index) of % access: read
        [{_, N, _}] -> ets:insert(states, {Index, N + 1, State}); % expect: erlang-ets
        [] -> ok
    end,
    {ok, S}.

handle_call(_, S) -> {ok, ok, S}.

reset(Index) -> ets:insert(states, {Index, 0, none}).
