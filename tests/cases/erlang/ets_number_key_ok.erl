%% A key that is computed is a number, and never the atom under which the server keeps its total.
-module(ets_number_key_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, note/1]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, ets:new(notes, [named_table, public])}.

handle_call({add, N}, _From, State) ->
    [{_, Total}] = ets:lookup(notes, total),
    ets:insert(notes, {total, Total + N}), % ok: erlang-ets
    {reply, Total, State}.

handle_cast(_, State) -> {noreply, State}.

note(N) -> ets:insert(notes, {N + 1, os:timestamp()}).
