%% The twin of ets_kind_note: what is removed is the very object that was seen.
-module(ets_kind_bad).
-export([start/0, visit/2, leave/1]).

start() -> ets:new(visits, [named_table, public]).

visit(User, Page) -> ets:insert(visits, {{User, Page}, os:timestamp()}).

leave(User) ->
    case ets:lookup(visits, {User, home}) of % access: read
        [_] -> ets:delete(visits, {User, home}); % expect: erlang-ets warning
        [] -> ok
    end.
