%% Each server has a table under its own name.
-module(server_name_own_ok).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, Name, []).

init(Name) -> {ok, ets:new(Name, [named_table, public])}.

handle_call(_, _From, Tab) -> {reply, ok, Tab}.

handle_cast({add, Key}, Tab) ->
    [{_, N}] = ets:lookup(Tab, Key),
    ets:insert(Tab, {Key, N + 1}), % ok: erlang-ets
    {noreply, Tab}.
