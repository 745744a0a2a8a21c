%% Only some servers make the table.
-module(server_setup_some_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Role) -> gen_server:start_link(?MODULE, Role, []).

init(owner) ->
    ets:new(role_counts, [named_table, public]),
    {ok, owner};
init(Role) ->
    {ok, Role}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(role_counts, Key), % access: read
    ets:insert(role_counts, {Key, N + 1}), % expect: erlang-ets confidence>=50 "role_counts"
    {noreply, State}.
