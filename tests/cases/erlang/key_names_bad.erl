%% Clauses that call the same argument by different names: the report has the name of the clause at hand.
-module(key_names_bad).
-export([open/0, change/2]).

open() -> ets:new(names, [named_table, public]).

change({add, Owner}, Value) ->
    case ets:lookup(names, {owner, Owner}) of % access[add]: read
        [] -> ets:insert(names, {{owner, Owner}, Value}); % expect[add]: erlang-ets "key {owner, Owner}"
        _ -> ok
    end;
change({set, Table}, Value) ->
    case ets:lookup(names, {table, Table}) of % access[set]: read
        [] -> ets:insert(names, {{table, Table}, Value}); % expect[set]: erlang-ets "key {table, Table}"
        _ -> ok
    end.
