%% What is removed is all there is of a user, whatever was seen of one of its objects.
-module(ets_kind_note).
-export([start/0, visit/2, leave/1]).

start() -> ets:new(visits, [named_table, public]).

visit(User, Page) -> ets:insert(visits, {{User, Page}, os:timestamp()}).

leave(User) ->
    case ets:lookup(visits, {User, home}) of % access: read
        [_] -> ets:match_delete(visits, {{User, '_'}, '_'}); % expect: erlang-ets "all objects of a kind"
        [] -> ok
    end.
