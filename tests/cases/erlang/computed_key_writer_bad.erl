%% A process that the server has started writes under keys that it makes of what it was given and what it is told.
-module(computed_key_writer_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, "user-", []).

init(Prefix) ->
    ets:new(seen, [named_table, public]),
    spawn_link(fun() -> listen(Prefix) end),
    {ok, Prefix}.

handle_call({count, Key}, _From, State) ->
    [{_, N}] = ets:lookup(seen, Key), % access: read
    ets:insert(seen, {Key, N + 1}), % expect: erlang-ets "one of the two processes is the server itself"
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.

listen(Prefix) ->
    receive
        {login, Name} -> ets:insert(seen, {Prefix ++ Name, 0})
    end,
    listen(Prefix).
