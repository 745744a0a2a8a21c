%% The same for a state machine.
-module(server_state_statem_bad).
-behaviour(gen_statem).
-export([start_link/0, reset/1, init/1, callback_mode/0, ready/3]).

start_link() -> gen_statem:start_link({local, ?MODULE}, ?MODULE, [], []).

reset(Key) -> ets:insert(machine, {Key, 0}).

callback_mode() -> state_functions.

init([]) -> {ok, ready, {ets:new(machine, [named_table, public]), 0}}.

ready(cast, {add, Key}, {Tab, Count}) ->
    [{_, N}] = ets:lookup(Tab, Key), % access: read
    ets:insert(Tab, {Key, N + 1}), % expect: erlang-ets confidence>=50 "machine"
    {keep_state, {Tab, Count + 1}}.
