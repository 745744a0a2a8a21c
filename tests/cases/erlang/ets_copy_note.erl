%% The version is what was read, or the one that everybody writes where there is none: it never changes.
-module(ets_copy_note).
-export([start/0, agree/1, keep/0]).

start() -> ets:new(settings, [named_table, public]).

agree(Peers) -> tell(Peers, known()).

known() -> [version(), {1, 0}].

version() ->
    case (try ets:lookup_element(settings, version, 2) % access[v]: read
          catch error:_ -> {'EXIT', none} end) of
        {'EXIT', _} -> {2, 0};
        Version -> Version
    end.

tell([Peer | Peers], Versions) ->
    Peer ! {versions, Versions},
    tell(Peers, Versions);
tell([], [Version | _]) ->
    set(version, Version). % expect[v]: erlang-ets "writes back"

set(Key, Value) -> ets:insert(settings, {Key, Value}).

keep() ->
    case ets:lookup(settings, limit) of % access[l]: read
        [{_, Limit}] -> ets:insert(settings, {limit, Limit}); % expect[l]: erlang-ets "writes back"
        [] -> ok
    end.
