%% The new table is filled before others see it; a table that only one server uses; new objects before old ones go; and
%% readers that handle a missing table.
-module(table_swap_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, reload/1, get/1, refill/1, find/1, routes/0, reset/0, debug/1]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(own, [named_table]),
    {ok, none}.

handle_call({reload, Objects}, _From, State) ->
    ets:delete_all_objects(own), % ok: erlang-ets
    ets:insert(own, Objects),
    {reply, ok, State};
handle_call({get, Key}, _From, State) ->
    {reply, ets:lookup(own, Key), State}.

handle_cast(_, State) -> {noreply, State}.

reload(Settings) ->
    New = ets:new(settings, [protected]),
    ets:insert(New, Settings),
    persistent_term:put(settings, New).

get(Key) -> ets:lookup_element(persistent_term:get(settings), Key, 2).

routes() -> ets:new(routes, [named_table, public]).

refill(Routes) -> ets:insert(routes, Routes).

find(Route) -> ets:lookup(routes, Route).

reset() ->
    catch ets:delete(debug),
    ets:new(debug, [named_table, public]). % ok: erlang-ets

debug(Id) ->
    try ets:lookup(debug, Id) catch error:_ -> [] end.
