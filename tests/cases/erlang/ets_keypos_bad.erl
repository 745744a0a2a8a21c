%% Records in a named table whose key is the second element; options held in a variable.
-module(ets_keypos_bad).
-export([init/0, login/1]).

-record(user, {name, logins = 0}).

init() ->
    Options = [named_table, public, {keypos, #user.name}],
    ets:new(users, Options).

login(Name) ->
    case ets:lookup(users, Name) of % access[a]: read; access[b]: read
        [] ->
            ets:insert(users, #user{name = Name}); % expect[a]: erlang-ets "users, key Name"
        [User = #user{logins = N}] ->
            ets:insert(users, User#user{logins = N + 1}) % expect[b]: erlang-ets
    end.
