%% The twins of ets_given_ok: two workers share a table, or one shares it with who has made it.
-module(ets_given_bad).
-export([two/2, many/2, repeated/1, shared/1, told/2, tick/2]).

two(First, Second) ->
    Table = ets:new(words, [public]),
    spawn_link(fun() -> add(Table, First) end),
    spawn_link(fun() -> add(Table, Second) end).

add(Table, Word) ->
    [{_, N}] = ets:lookup(Table, Word), % access[two]: read
    ets:insert(Table, {Word, N + 1}). % expect[two]: erlang-ets error

many(N, Word) ->
    Table = ets:new(words, [public]),
    start_workers(N, Table, Word).

start_workers(0, _, _) -> ok;
start_workers(N, Table, Word) ->
    spawn_link(fun() -> double(Table, Word) end),
    start_workers(N - 1, Table, Word).

double(Table, Word) ->
    [{_, N}] = ets:lookup(Table, Word), % access[many]: read
    ets:insert(Table, {Word, N * 2}). % expect[many]: erlang-ets error

repeated(Word) ->
    Table = ets:new(words, [public]),
    timer:apply_interval(1000, ?MODULE, tick, [Table, Word]),
    ok.

tick(Table, Word) ->
    [{_, N}] = ets:lookup(Table, Word), % access[repeated]: read
    ets:insert(Table, {Word, N + 3}). % expect[repeated]: erlang-ets error

shared(Word) ->
    Table = ets:new(words, [public]),
    spawn_link(fun() -> square(Table, Word) end),
    ets:insert(Table, {Word, 2}),
    ok.

square(Table, Word) ->
    [{_, N}] = ets:lookup(Table, Word), % access[shared]: read
    ets:insert(Table, {Word, N * N}). % expect[shared]: erlang-ets error

told(Other, Word) ->
    Table = ets:new(words, [public]),
    Other ! {use, Table},
    spawn_link(fun() -> halve(Table, Word) end).

halve(Table, Word) ->
    [{_, N}] = ets:lookup(Table, Word), % access[told]: read
    ets:insert(Table, {Word, N div 2}). % expect[told]: erlang-ets error
