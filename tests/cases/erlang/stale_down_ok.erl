%% The message is removed, or compared with the reference of the current worker.
-module(stale_down_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {ref, worker}).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, #state{}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({replace, Pid}, #state{ref = Ref} = State) ->
    erlang:demonitor(Ref), % ok: erlang-server-update
    {noreply, State#state{worker = Pid, ref = erlang:monitor(process, Pid)}};
handle_cast({flushed, Pid}, #state{ref = Ref} = State) ->
    erlang:demonitor(Ref, [flush]), % ok: erlang-server-update
    {noreply, State#state{worker = Pid, ref = erlang:monitor(process, Pid)}}.

handle_info({'DOWN', Ref, process, _, Reason}, #state{ref = Ref} = State) -> {stop, Reason, State};
handle_info(_, State) -> {noreply, State}.
