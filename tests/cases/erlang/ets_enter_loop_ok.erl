%% A module that becomes a gen_server by enter_loop, without declaring it: one process does all writes.
-module(ets_enter_loop_ok).
-export([start/0, handle_call/3, handle_cast/2, bump/1]).

start() -> spawn_link(fun() -> init() end).

init() ->
    register(?MODULE, self()),
    counters = ets:new(counters, [named_table, public]),
    gen_server:enter_loop(?MODULE, [], no_state, {local, ?MODULE}).

bump(Key) -> gen_server:call(?MODULE, {bump, Key}).

handle_call({bump, Key}, _From, State) ->
    {reply, add_one(Key), State}.

handle_cast(_Message, State) -> {noreply, State}.

add_one(Key) ->
    case ets:lookup(counters, Key) of
        [] -> ets:insert(counters, {Key, 1});
        [{_, N}] -> ets:insert(counters, {Key, N + 1}) % ok: erlang-ets
    end.
