%% The twin of ets_copy_note: somebody else sets another version.
-module(ets_copy_changed_bad).
-export([start/0, agree/1, upgrade/1]).

start() -> ets:new(settings, [named_table, public]).

agree(Peers) -> tell(Peers, known()).

upgrade(Version) -> set(version, Version).

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
    set(version, Version). % expect[v]: erlang-ets error

set(Key, Value) -> ets:insert(settings, {Key, Value}).
