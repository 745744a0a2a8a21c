%% The key is computed twice, from the same things in the same way: it is one key.
-module(equal_expressions_bad).
-export([start/0, literal/1, sum/1, map/1, binary/1, list/1, member/1, matched/1, here/0, by_helper/1, by_clauses/1]).

start() -> ets:new(totals, [named_table, public]).

literal(N) ->
    [{_, V}] = ets:lookup(totals, <<"total">>), % access[literal]: read
    ets:insert(totals, {<<"to", $t, "al"/utf8>>, V + N}). % expect[literal]: erlang-ets "key <<"

sum(N) ->
    [{_, V}] = ets:lookup(totals, N + 1), % access[sum]: read
    ets:insert(totals, {N + 1, V + N}). % expect[sum]: erlang-ets "key N + 1"

map(X) ->
    [{_, V}] = ets:lookup(totals, #{id => X}), % access[map]: read
    ets:insert(totals, {#{id => X}, V + 1}). % expect[map]: erlang-ets "key #{id => X}"

binary(X) ->
    [{_, V}] = ets:lookup(totals, <<X/binary, "/t">>), % access[binary]: read
    ets:insert(totals, {<<X/binary, "/t">>, V + 1}). % expect[binary]: erlang-ets

list(X) ->
    [{_, V}] = ets:lookup(totals, {list, atom_to_list(X) ++ "s"}), % access[list]: read
    ets:insert(totals, {{list, atom_to_list(X) ++ "s"}, V + 1}). % expect[list]: erlang-ets "atom_to_list(X) ++"

member(X) ->
    [{_, V}] = ets:lookup(totals, maps:get(key, X)), % access[member]: read
    ets:insert(totals, {maps:get(key, X), V + 1}). % expect[member]: erlang-ets

matched(#{key := Key} = X) ->
    [{_, V}] = ets:lookup(totals, Key), % access[matched]: read
    store(X, V + 1). % expect[matched]: erlang-ets

store(#{key := Key}, V) ->
    ets:insert(totals, {Key, V}).

here() ->
    [{_, V}] = ets:lookup(totals, node()), % access[here]: read
    ets:insert(totals, {node(), V + 1}). % expect[here]: erlang-ets

by_helper(X) ->
    [{_, V}] = ets:lookup(totals, key(X)), % access[helper]: read
    ets:insert(totals, {key(X), V + 1}). % expect[helper]: erlang-ets

key(X) -> {key, integer_to_list(X)}.

by_clauses(X) ->
    [{_, V}] = ets:lookup(totals, kind(X)), % access[clauses]: read
    ets:insert(totals, {kind(X), V + 1}). % expect[clauses]: erlang-ets

kind(X) when is_atom(X) -> atoms;
kind([X | _]) -> kind(X);
kind(X) -> {other, X}.
