%% One process for each key, found by gproc.
-module(server_name_key_bad).
-behaviour(gen_server).
-export([start_link/1, make/0, init/1, handle_call/3, handle_cast/2]).

start_link(Key) -> gen_server:start_link({via, gproc, {n, l, {?MODULE, Key}}}, ?MODULE, Key, []).

make() -> ets:new(key_counts, [named_table, public]).

init(Key) -> {ok, Key}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(add, Key) ->
    [{_, N}] = ets:lookup(key_counts, all), % access: read
    ets:insert(key_counts, {all, N + 1}), % expect: erlang-ets confidence>=50 "key_counts"
    {noreply, Key}.
