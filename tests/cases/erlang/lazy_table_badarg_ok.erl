%% A process that is too late to create the table uses the one of the other; and a server that creates its table alone.
-module(lazy_table_badarg_ok).
-behaviour(gen_server).
-export([put/2, start_link/0, init/1, handle_call/3, handle_cast/2]).

put(Key, Value) ->
    try
        ets:insert(lazy_values, {Key, Value})
    catch error:badarg ->
        create(),
        ets:insert(lazy_values, {Key, Value})
    end.

create() ->
    try ets:new(lazy_values, [named_table, public]) catch error:badarg -> ok end. % ok: erlang-ets

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({put, Key, Value}, _From, State) ->
    try ets:insert(own_values, {Key, Value})
    catch error:badarg -> ets:new(own_values, [named_table]) % ok: erlang-ets
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
