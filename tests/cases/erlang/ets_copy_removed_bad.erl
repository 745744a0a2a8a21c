%% The twin of ets_copy_note: somebody removes the version, and it comes back.
-module(ets_copy_removed_bad).
-export([start/0, agree/1, forget/0]).

start() -> ets:new(settings, [named_table, public]).

agree(Peers) -> tell(Peers, known()).

forget() -> ets:delete(settings, version).

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
