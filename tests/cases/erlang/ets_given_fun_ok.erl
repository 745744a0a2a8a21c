%% Each caller of each/3 has its own fun: the table never gets to the one that starts processes.
-module(ets_given_fun_ok).
-export([count/1, start/2, run/2]).

count(Words) ->
    Table = ets:new(seen, [public]),
    each(fun note/2, Words, Table),
    Result = ets:tab2list(Table),
    ets:delete(Table),
    Result.

start(Jobs, Options) -> each(fun start_one/2, Jobs, Options).

each(Fun, [X | Rest], State) -> Fun(X, State), each(Fun, Rest, State);
each(_, [], _) -> ok.

note(Word, Table) ->
    case ets:lookup(Table, Word) of
        [] -> ets:insert(Table, {Word, 1}); % ok: erlang-ets
        [{_, N}] -> ets:insert(Table, {Word, N + 1})
    end.

start_one(Job, Options) -> spawn(?MODULE, run, [Job, Options]).

run(Job, Options) -> Job(Options).
