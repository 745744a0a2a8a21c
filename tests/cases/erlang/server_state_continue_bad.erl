%% The state is set after the start, by its name.
-module(server_state_continue_bad).
-behaviour(gen_server).
-export([start_link/0, reset/1, init/1, handle_continue/2, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

reset(Key) -> ets:insert(later, {Key, 0}).

init([]) -> {ok, none, {continue, make}}.

handle_continue(make, none) ->
    later = ets:new(later, [named_table, public]),
    {noreply, later}.

handle_call(_, _From, Tab) -> {reply, ok, Tab}.

handle_cast({add, Key}, Tab) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "later"
    {noreply, Tab}.
