%% A cache that two processes fill with the same value; so do a fill after a failed match, and one of another function.
-module(ets_cache_fill_note).
-export([start/0, spec/1, settings/1, preload/1]).

start() ->
    ets:new(specs, [named_table, public]).

spec(Version) ->
    case ets:lookup(specs, Version) of
        [{_, Spec}] -> Spec;
        [] ->
            Spec = file:consult(Version),
            ets:insert(specs, {Version, Spec}), % expect[spec]: erlang-ets note "erlang-filled-twice" confidence<50
            Spec
    end.

settings(Version) ->
    try
        [{_, Spec}] = ets:lookup(specs, Version),
        Spec
    catch _:_ ->
        Loaded = file:consult(Version),
        ets:insert(specs, {Version, Loaded}), % expect[settings]: erlang-ets note "erlang-filled-twice" confidence<50
        Loaded
    end.

preload(Version) -> spec(Version).
