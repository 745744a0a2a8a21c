%% The table is created when its first use fails: two processes that both fail create it, and the second one fails again.
-module(lazy_table_badarg_bad).
-export([put/2, add/2]).

put(Key, Value) ->
    try
        ets:insert(lazy_values, {Key, Value}) % access[put]: read
    catch error:badarg ->
        ets:new(lazy_values, [named_table, public]), % expect[put]: erlang-ets warning "erlang-start-lazy-table"
        ets:insert(lazy_values, {Key, Value})
    end.

add(Key, Value) ->
    case catch ets:insert(lazy_sums, {Key, Value}) of % access[add]: read
        {'EXIT', _} -> ets:new(lazy_sums, [named_table, public]); % expect[add]: erlang-ets warning
        true -> true
    end.
