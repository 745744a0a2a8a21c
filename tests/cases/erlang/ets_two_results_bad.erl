%% What was looked up goes through a function with several results: it keeps its key.
-module(ets_two_results_bad).
-export([init/0, deposit/2, match/2, bump/1, event/1, step/1, changed/1, with_add/2, with_sub/2, caught/1, fold/2,
         last/1, dirty/2]).

-record(acc, {id, bal = 0}).

init() -> ets:new(acc, [named_table, public, {keypos, #acc.id}]).

deposit(Id, N) ->
    [A] = ets:lookup(acc, Id), % access[deposit]: read
    case add(A, N) of
        {ok, A1} -> ets:insert(acc, A1); % expect[deposit]: erlang-ets "acc, key Id" confidence>=85
        {error, E} -> {error, E}
    end.

add(#acc{bal = B}, N) when B < N -> {error, funds};
add(A, N) -> {ok, A#acc{bal = A#acc.bal + N}}.

match(Id, N) ->
    [A] = ets:lookup(acc, Id), % access[match]: read
    {ok, A1} = add(A, N),
    ets:insert(acc, A1). % expect[match]: erlang-ets "acc, key Id" confidence>=85

bump(Id) ->
    [A] = ets:lookup(acc, Id), % access[bump]: read
    ets:insert(acc, wrap(A)). % expect[bump]: erlang-ets "acc, key Id" confidence>=85

wrap(#acc{bal = N} = R) when N > 10 -> R#acc{bal = 0};
wrap(#acc{bal = N} = R) -> R#acc{bal = N + 1}.

event(Id) ->
    [A] = ets:lookup(acc, Id), % access[event]: read
    {A1, _Event} = apply_event(A),
    ets:insert(acc, A1). % expect[event]: erlang-ets "acc, key Id" confidence>=85

apply_event(#acc{bal = N} = R) when N > 10 -> {R#acc{bal = 0}, reset};
apply_event(#acc{bal = N} = R) -> {R#acc{bal = N + 1}, bump}.

step(Id) ->
    [A] = ets:lookup(acc, Id), % access[step]: read
    case next(A) of
        unchanged -> ok;
        A1 -> ets:insert(acc, A1) % expect[step]: erlang-ets "acc, key Id" confidence>=85
    end.

next(#acc{bal = N}) when N > 10 -> unchanged;
next(#acc{bal = N} = R) -> R#acc{bal = N + 1}.

changed(Id) ->
    [A] = ets:lookup(acc, Id), % access[changed]: read
    case change(A) of
        {changed, A1} -> ets:insert(acc, A1); % expect[changed]: erlang-ets "acc, key Id" confidence>=85
        unchanged -> ok
    end.

change(#acc{bal = N}) when N > 10 -> unchanged;
change(#acc{bal = N} = R) -> {changed, R#acc{bal = N + 1}}.

with_add(Id, N) ->
    with_account(Id, fun(A) -> {ok, A#acc{bal = A#acc.bal + N}} end).

with_sub(Id, N) ->
    with_account(Id, fun(#acc{bal = B}) when B < N -> {error, funds};
                        (A) -> {ok, A#acc{bal = A#acc.bal - N}}
                     end).

with_account(Id, F) ->
    [A] = ets:lookup(acc, Id), % access[with]: read
    case F(A) of
        {ok, A1} -> ets:insert(acc, A1); % expect[with]: erlang-ets "acc, key Id" confidence>=85
        {error, E} -> {error, E}
    end.

caught(Id) ->
    case catch ets:lookup(acc, Id) of % access[caught]: read
        [A] -> ets:insert(acc, A#acc{bal = 1 + A#acc.bal}); % expect[caught]: erlang-ets "acc, key Id"
        _ -> none
    end.

%% Which key a fold leaves is not told; it is most likely the same.
fold(Id, Changes) ->
    [A] = ets:lookup(acc, Id), % access[fold]: read
    ets:insert(acc, lists:foldl(fun set/2, A, Changes)). % expect[fold]: erlang-ets "erlang-carried-key" confidence>=50 confidence<66

set({bal, B}, A) -> A#acc{bal = B};
set(_, A) -> A.

last(Id) ->
    A = lists:last(ets:lookup(acc, Id)), % access[last]: read
    ets:insert(acc, wrap(A)). % expect[last]: erlang-ets "acc, key Id" confidence>=85

dirty(Id, N) ->
    [A] = mnesia:dirty_read(acc, Id), % access[dirty]: read
    case add(A, N) of
        {ok, A1} -> mnesia:dirty_write(A1); % expect[dirty]: erlang-mnesia
        {error, E} -> {error, E}
    end.
