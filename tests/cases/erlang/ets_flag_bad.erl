%% Everybody keeps what was computed: the flag rules out nobody.
-module(ets_flag_bad).
-behaviour(gen_server).
-export([start_link/0, current/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

current(Input) -> compute(Input, true).

compute(Input, Keep) ->
    case ets:lookup(results, last) of % access: read
        [{last, {Input, Result}}] -> Result;
        _ ->
            Result = Input * Input,
            if
                Keep == true -> ets:insert(results, {last, {Input, Result}}); % expect: erlang-ets "results"
                true -> ok
            end,
            Result
    end.

init([]) -> {ok, ets:new(results, [named_table, public])}.

handle_call({compute, Input}, _From, State) -> {reply, compute(Input, true), State}.

handle_cast(_, State) -> {noreply, State}.
