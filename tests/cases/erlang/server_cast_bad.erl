%% A server writes to a table that others read directly: a cast is handled later, and two new values overwrite each other.
-module(server_cast_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, put_and_get/2, bump/1, add/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(cache, [named_table, protected]),
    {ok, none}.

handle_call({put, Key, Value}, _From, State) ->
    ets:insert(cache, {Key, Value}),
    {reply, ok, State}.

handle_cast({put, Key, Value}, State) ->
    ets:insert(cache, {Key, Value}),
    {noreply, State}.

put_and_get(Key, Value) ->
    gen_server:cast(?MODULE, {put, Key, Value}), % access[early]: other
    [{_, Stored}] = ets:lookup(cache, Key), % expect[early]: erlang-ets warning "erlang-start-unhandled-cast"
    Stored.

bump(Key) ->
    [{_, N}] = ets:lookup(cache, Key), % access[bump]: read
    gen_server:cast(?MODULE, {put, Key, N + 1}). % expect[bump]: erlang-server-update warning "erlang-start-sent-back"

add(Key, Item) ->
    [{_, Items}] = ets:lookup(cache, Key), % access[add]: read
    gen_server:call(?MODULE, {put, Key, lists:append(Items, [Item])}). % expect[add]: erlang-server-update warning
