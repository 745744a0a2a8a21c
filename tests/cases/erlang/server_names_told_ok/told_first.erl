-module(told_first).
-behaviour(gen_server).
-export([make/0, init/1, handle_call/3, handle_cast/2]).

make() -> ets:new(first, [named_table, public]).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(first, Key),
    ets:insert(first, {Key, N + 1}), % ok: erlang-ets
    {noreply, State}.
