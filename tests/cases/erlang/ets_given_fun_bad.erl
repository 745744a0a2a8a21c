%% The fun that is given here starts processes which get the table.
-module(ets_given_fun_bad).
-export([count/1, note/2]).

count(Words) ->
    Table = ets:new(seen, [public]),
    each(fun start_one/2, Words, Table),
    timer:sleep(1000),
    Result = ets:tab2list(Table),
    ets:delete(Table),
    Result.

each(Fun, [X | Rest], State) -> Fun(X, State), each(Fun, Rest, State);
each(_, [], _) -> ok.

start_one(Word, Table) -> spawn(?MODULE, note, [Word, Table]).

note(Word, Table) ->
    case ets:lookup(Table, Word) of % access: read
        [] -> ets:insert(Table, {Word, 1}); % expect: erlang-ets
        [{_, N}] -> ets:insert(Table, {Word, N + 1}) % expect: erlang-ets
    end.
