%% The only message that the server handles is 'DOWN', of whichever process.
-module(stale_down_one_clause_bad).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {pid, monitor}).

init([]) -> {ok, #state{}}.

handle_call({attach, Pid}, _From, State = #state{monitor = Old}) ->
    case Old of
        undefined -> ok;
        _ -> erlang:demonitor(Old) % expect: erlang-server-update warning "erlang-start-stale-down"
    end,
    {reply, ok, State#state{pid = Pid, monitor = erlang:monitor(process, Pid)}}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'DOWN', _, process, _, _}, State) -> {noreply, State#state{pid = undefined, monitor = undefined}}.
