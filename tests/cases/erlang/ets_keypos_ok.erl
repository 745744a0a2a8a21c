%% The tag of a record is not its key where keypos says otherwise; and another key is another datum.
-module(ets_keypos_ok).
-export([init/0, rename/2]).

-record(user, {name, logins = 0}).

init() ->
    ets:new(users, [named_table, public, {keypos, 2}]).

rename(Old, New) when Old =/= New ->
    case ets:lookup(users, Old) of
        [] -> ok;
        [#user{logins = N}] -> ets:insert(users, #user{name = New, logins = N}) % ok: erlang-ets
    end.
