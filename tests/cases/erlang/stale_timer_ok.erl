%% The message has the reference of its timer, or is removed where the timer was too fast.
-module(stale_timer_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(state, {idle, tick}).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, restart_tick(restart_idle(#state{}))}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(use, State) -> {noreply, restart_tick(restart_idle(State))}.

handle_info({timeout, Ref, idle}, #state{idle = Ref} = State) -> {stop, normal, State};
handle_info(tick, State) -> {noreply, restart_tick(State)};
handle_info(_, State) -> {noreply, State}.

restart_idle(#state{idle = Timer} = State) ->
    is_reference(Timer) andalso erlang:cancel_timer(Timer), % ok: erlang-server-update
    State#state{idle = erlang:start_timer(5000, self(), idle)}.

restart_tick(#state{tick = Timer} = State) ->
    case is_reference(Timer) andalso erlang:cancel_timer(Timer) of % ok: erlang-server-update
        false -> receive tick -> ok after 0 -> ok end;
        _ -> ok
    end,
    State#state{tick = erlang:send_after(1000, self(), tick)}.
