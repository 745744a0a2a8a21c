%% Whatever is there by now is removed, for what was read of it.
-module(delete_object_bad).
-export([start/0, forget/1, expire/2]).
-record(user, {name, node, seen}).

start() -> ets:new(users, [named_table, public, {keypos, #user.name}]).

forget(Name) ->
    case mnesia:dirty_read(user, Name) of % access[forget]: read
        [#user{node = gone}] -> mnesia:dirty_delete(user, Name); % expect[forget]: erlang-mnesia
        _ -> ok
    end.

expire(Name, Time) ->
    case ets:lookup(users, Name) of % access[expire]: read
        [#user{seen = Seen}] when Seen < Time -> ets:delete(users, Name); % expect[expire]: erlang-ets
        _ -> ok
    end.
