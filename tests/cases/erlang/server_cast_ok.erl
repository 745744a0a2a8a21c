%% The twins of server_cast_bad: a call, a call after the cast, another key, another branch, and a server that computes.
-module(server_cast_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, put_and_get/2, cast_and_get/2, other/3, either/2, bump/1, copy/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(cache, [named_table, protected]),
    {ok, none}.

handle_call({put, Key, Value}, _From, State) ->
    ets:insert(cache, {Key, Value}),
    {reply, ok, State};
handle_call(sync, _From, State) ->
    {reply, ok, State}.

handle_cast({add, Key, By}, State) ->
    [{_, N}] = ets:lookup(cache, Key),
    ets:insert(cache, {Key, N + By}), % ok: erlang-ets
    {noreply, State};
handle_cast({put, Key, Value}, State) ->
    ets:insert(cache, {Key, Value}),
    {noreply, State}.

put_and_get(Key, Value) ->
    gen_server:call(?MODULE, {put, Key, Value}),
    ets:lookup(cache, Key).

cast_and_get(Key, Value) ->
    gen_server:cast(?MODULE, {put, Key, Value}),
    gen_server:call(?MODULE, sync),
    ets:lookup(cache, Key).

other(Key, Value, Other) ->
    gen_server:cast(?MODULE, {put, Key, Value}),
    ets:lookup(cache, Other).

either(Key, new) -> gen_server:cast(?MODULE, {put, Key, new});
either(Key, _) -> ets:lookup(cache, Key).

bump(Key) -> gen_server:cast(?MODULE, {add, Key, 1}). % ok: erlang-server-update

copy(Key, To) ->
    [{_, N}] = ets:lookup(cache, Key),
    gen_server:cast(?MODULE, {put, To, N}).
