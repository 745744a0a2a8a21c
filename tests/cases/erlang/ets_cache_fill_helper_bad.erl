%% The helper says `miss` also for what is out of date: the newer value of another process is overwritten.
-module(ets_cache_fill_helper_bad).
-export([start/0, derive/2, set/2]).

start() ->
    ets:new(keys, [named_table, public]),
    ok.

derive(Id, Now) ->
    case find(Id, Now) of
        {ok, Key} -> Key;
        miss ->
            Key = load(Id),
            ets:insert(keys, {Id, Key, Now}), % expect[derive]: erlang-ets warning confidence>=70
            Key
    end.

find(Id, Now) ->
    case ets:lookup(keys, Id) of % access[derive]: read
        [{_, Key, Until}] when Until > Now -> {ok, Key};
        [_] -> miss;
        [] -> miss
    end.

set(Id, Key) -> ets:insert(keys, {Id, Key, infinity}).

load(Id) -> {ok, Key} = file:read_file(Id), Key.
