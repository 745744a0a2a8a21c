%% Before it enters the loop of its behaviour, a process is being started.
-module(ets_enter_loop_note).
-export([start/0, init/1, handle_call/3, handle_cast/2, set/1]).

start() -> proc_lib:spawn_link(?MODULE, init, [[]]).

init(_) ->
    case ets:lookup(enter_settings, mode) of
        [] -> ets:insert(enter_settings, {mode, {normal, self()}}); % expect: erlang-ets "erlang-at-start"
        _ -> ok
    end,
    gen_server:enter_loop(?MODULE, [], none).

set(Mode) -> ets:insert(enter_settings, {mode, Mode}).

handle_call(make, _From, State) -> {reply, ets:new(enter_settings, [named_table, public]), State}.

handle_cast(_, State) -> {noreply, State}.
