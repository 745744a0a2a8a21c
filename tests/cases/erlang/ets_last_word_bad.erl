%% The twin of ets_last_word_note: it goes on.
-module(ets_last_word_bad).
-export([start/0, check/0, resume/0]).

start() -> ets:new(status, [named_table, public]).

check() ->
    case ets:lookup(status, state) of  % access: read
        [{state, running}] -> ok;
        _ -> give_up(not_running)
    end.

give_up(Reason) ->
    ets:insert(status, {state, stopping}),  % expect: erlang-ets warning
    Reason.

resume() -> ets:insert(status, {state, running}).
