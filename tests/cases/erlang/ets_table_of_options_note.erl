%% The callers name the table; some tables that the module creates under such names are protected.
-module(ets_table_of_options_note).
-export([open/1, open_protected/1, allow/3]).

open(Table) -> ets:new(Table, [named_table, public, set]).

open_protected(Table) -> ets:new(Table, [named_table, protected, set]).

allow(Table, Key, Limit) ->
    case ets:lookup(Table, Key) of
        [{_, N}] when N >= Limit -> false;
        [{_, N}] -> ets:insert(Table, {Key, N + 1}) % expect: erlang-ets note "erlang-unknown-access"
    end.
