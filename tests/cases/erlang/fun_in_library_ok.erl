%% The server passes a fun to its database, which calls it before it returns: the code runs in the server.
-module(fun_in_library_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(heights, [named_table, public]),
    {ok, none}.

handle_call({seen, Id, Height}, _From, State) ->
    Result = ensure_activity(async_dirty, fun() -> set_height(Id, Height) end),
    {reply, Result, State};
handle_call({raise, Id}, _From, State) ->
    Result = pooled:transaction(pool, fun(_) -> raise(Id) end),
    {reply, Result, State}.

handle_cast(_, State) -> {noreply, State}.

ensure_activity(Type, Fun) when is_function(Fun, 0) ->
    case get(mnesia_activity_state) of
        undefined -> mnesia:activity(Type, Fun);
        _ -> Fun()
    end.

set_height(Id, Height) ->
    case ets:lookup(heights, Id) of
        [{_, Old}] when Old >= Height -> true;
        _ -> ets:insert(heights, {Id, Height}) % ok: erlang-ets
    end.

raise(Id) ->
    [{_, Old}] = ets:lookup(heights, Id),
    ets:insert(heights, {Id, Old + 1}). % ok: erlang-ets
