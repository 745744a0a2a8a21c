%% The message names its timer, or the server looks whether it was too late to cancel it.
-module(stale_tick_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link(?MODULE, [], []).

init([]) -> {ok, #{timer => undefined, ref => undefined}}.

handle_call(ping, _From, State = #{timer := Timer}) ->
    _ = is_reference(Timer) andalso erlang:cancel_timer(Timer), % ok: erlang-server-update
    Ref = make_ref(),
    {reply, pong, State#{timer := erlang:send_after(1000, self(), {expire, Ref}), ref := Ref}};
handle_call(pause, _From, State = #{timer := Timer}) ->
    Late = erlang:cancel_timer(Timer) =:= false, % ok: erlang-server-update
    {reply, Late, State#{timer := erlang:send_after(1000, self(), resume)}}.

handle_cast(_, State) -> {noreply, State}.

handle_info({expire, Ref}, State = #{ref := Ref}) -> {stop, normal, State};
handle_info(resume, State) -> {noreply, State};
handle_info({expire, _}, State) -> {noreply, State}.
