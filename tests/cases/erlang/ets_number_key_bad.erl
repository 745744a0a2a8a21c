%% The twin of ets_number_key_ok: the key is whatever callers say, which may be the one of the total.
-module(ets_number_key_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, note/1]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, ets:new(notes, [named_table, public])}.

handle_call({add, N}, _From, State) ->
    [{_, Total}] = ets:lookup(notes, total), % access: read
    ets:insert(notes, {total, Total + N}), % expect: erlang-ets
    {reply, Total, State}.

handle_cast(_, State) -> {noreply, State}.

note(N) -> ets:insert(notes, {N, os:timestamp()}).
