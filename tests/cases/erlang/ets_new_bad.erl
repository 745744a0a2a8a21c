%% Two processes both see that the table is not there.
-module(ets_new_bad).
-export([ensure/0]).

ensure() ->
    case ets:whereis(lazy_table) of % access: read
        undefined -> ets:new(lazy_table, [named_table, public]); % expect: erlang-ets "lazy_table"
        _ -> ok
    end.
