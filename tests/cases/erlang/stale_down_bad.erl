%% The first worker may have ended before: its 'DOWN' is taken for one of the second.
-module(stale_down_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {ref, worker}).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, #state{}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({replace, Pid}, #state{ref = Ref} = State) ->
    erlang:demonitor(Ref), % expect: erlang-server-update "erlang-start-stale-down" confidence>=50
    {noreply, State#state{worker = Pid, ref = erlang:monitor(process, Pid)}}.

handle_info({'DOWN', _, process, _, Reason}, State) -> {stop, Reason, State};
handle_info(_, State) -> {noreply, State}.
