%% The same table, but clients write to it as well.
-module(ets_server_shared_bad).
-behaviour(gen_server).
-export([start_link/0, reset/1, init/1, handle_call/3, handle_cast/2]).

start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

reset(Key) ->
    ets:insert(shared, {Key, 0}).

init([]) ->
    {ok, ets:new(shared, [named_table, public])}.

handle_call({bump, Key}, _From, Tab) ->
    case ets:lookup(shared, Key) of % access: read
        [] -> ok;
        [{Key, N}] -> ets:insert(shared, {Key, N + 1}) % expect: erlang-ets
    end,
    {reply, ok, Tab}.

handle_cast(_, Tab) ->
    {noreply, Tab}.
