%% args: --min-confidence 60
%% Once it has entered the loop, and where it may never enter it, a process is not being started.
-module(ets_enter_loop_bad).
-export([start/1, init/1, handle_call/3, handle_cast/2, set/1]).

start(Mode) -> proc_lib:spawn_link(?MODULE, init, [Mode]).

init(once) -> count();
init(_) -> gen_server:enter_loop(?MODULE, [], none).

count() ->
    [{_, N}] = ets:lookup(enter_counts, once), % access: read
    ets:insert(enter_counts, {once, N + 1}). % expect: erlang-ets "enter_counts"

set(Mode) -> ets:insert(enter_counts, {mode, Mode}).

handle_call(make, _From, State) -> {reply, ets:new(enter_counts, [named_table, public]), State}.

handle_cast(_, State) -> count(), {noreply, State}.
