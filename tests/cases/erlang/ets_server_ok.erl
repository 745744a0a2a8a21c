%% A public table that only one server writes to.
-module(ets_server_ok).
-behaviour(gen_server).
-export([start_link/0, get/1, init/1, handle_call/3, handle_cast/2]).

start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

get(Key) ->
    ets:lookup(served, Key).

init([]) ->
    {ok, ets:new(served, [named_table, public])}.

handle_call({bump, Key}, _From, Tab) ->
    case ets:lookup(served, Key) of
        [] -> ets:insert(served, {Key, 1}); % ok: erlang-ets
        [{Key, N}] -> ets:insert(served, {Key, N + 1})
    end,
    {reply, ok, Tab}.

handle_cast(_, Tab) ->
    {noreply, Tab}.
