%% The test is for the name of another process, so two processes write.
-module(ets_holder_callee_bad).
-behaviour(gen_server).
-export([start_link/0, set/2, change/2, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

set(Key, Value) ->
    case whereis(another) =:= self() of
        true -> store(Key, Value);
        false -> gen_server:call(?MODULE, {set, Key, Value})
    end.

change(Key, Value) -> set(Key, Value).

store(Key, Value) -> ets:insert(settings, {Key, Value}).

init([]) -> {ok, ets:new(settings, [named_table, public])}.

handle_call({set, Key, Value}, _From, State) ->
    {reply, set(Key, Value), State};
handle_call({add, Key, More}, _From, State) ->
    case ets:lookup(settings, Key) of % access: read
        [{_, Old}] -> ets:insert(settings, {Key, Old + More}); % expect: erlang-ets "the server itself"
        [] -> ok
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
