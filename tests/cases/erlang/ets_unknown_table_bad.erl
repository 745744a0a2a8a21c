%% Nobody is seen making the table: noted, because it may be public.
-module(ets_unknown_table_bad).
-export([bump/2]).

bump(Tab, Key) ->
    case ets:lookup(Tab, Key) of % access: read
        [] -> ok;
        [{Key, N}] -> ets:insert(Tab, {Key, N + 1}) % expect: erlang-ets note "erlang-unknown-access"
    end.
