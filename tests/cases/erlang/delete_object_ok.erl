%% What was read is removed, or nothing where it is another object by now.
-module(delete_object_ok).
-export([start/0, forget/1, expire/2]).
-record(user, {name, node, seen}).

start() -> ets:new(users, [named_table, public, {keypos, #user.name}]).

forget(Node) ->
    [mnesia:dirty_delete_object(U) || U <- mnesia:dirty_match_object(#user{node = Node, _ = '_'})]. % ok: erlang-mnesia

expire(Name, Time) ->
    case ets:lookup(users, Name) of
        [#user{seen = Seen} = User] when Seen < Time -> ets:delete_object(users, User); % ok: erlang-ets
        _ -> ok
    end.
