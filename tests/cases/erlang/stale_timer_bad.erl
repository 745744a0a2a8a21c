%% The timer may have sent `idle` before it is cancelled: the connection is closed although it was just used.
-module(stale_timer_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {timer, used = 0}).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, restart(#state{})}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(use, #state{used = Used} = State) -> {noreply, restart(State#state{used = Used + 1})}.

handle_info({timeout, _, idle}, State) -> {stop, normal, State};
handle_info(_, State) -> {noreply, State}.

restart(#state{timer = Timer} = State) ->
    case Timer of
        undefined -> ok;
        _ -> erlang:cancel_timer(Timer) % expect: erlang-server-update note "erlang-start-stale-timer" confidence>=50
    end,
    State#state{timer = erlang:start_timer(5000, self(), idle)}.
