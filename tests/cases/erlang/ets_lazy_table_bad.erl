%% Two processes both find no table, and both make it.
-module(ets_lazy_table_bad).
-export([ensure/0]).

ensure() ->
    case ets:whereis(lazy) of
        undefined -> ets:new(lazy, [named_table, public]); % expect: erlang-ets
        _ -> ok
    end.
