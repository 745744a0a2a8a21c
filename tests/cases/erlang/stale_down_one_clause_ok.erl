%% The only message that the server handles is 'DOWN', of the process that it monitors now.
-module(stale_down_one_clause_ok).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {pid, monitor}).

init([]) -> {ok, #state{}}.

handle_call({attach, Pid}, _From, State = #state{monitor = Old}) ->
    erlang:demonitor(Old), % ok: erlang-server-update
    {reply, ok, State#state{pid = Pid, monitor = erlang:monitor(process, Pid)}}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'DOWN', Ref, process, _, _}, State) ->
    case State#state.monitor of
        Ref -> {noreply, State#state{pid = undefined, monitor = undefined}};
        _ -> {noreply, State}
    end.
