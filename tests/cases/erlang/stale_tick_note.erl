%% The timer may have sent `expire` before it is cancelled, and the message does not say which timer it is from.
-module(stale_tick_note).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, #{timer => undefined}}.

handle_call(ping, _From, State = #{timer := Timer}) ->
    _ = is_reference(Timer) andalso erlang:cancel_timer(Timer), % expect: erlang-server-update note "erlang-start-stale-tick" confidence<50
    {reply, pong, State#{timer := erlang:send_after(1000, self(), expire)}}.

handle_cast(_, State) -> {noreply, State}.

handle_info(expire, State) -> {stop, normal, State}.
