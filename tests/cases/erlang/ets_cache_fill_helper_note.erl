%% A cache behind helpers: `miss` is only given where nothing was found, and both processes write the same.
-module(ets_cache_fill_helper_note).
-export([start/0, derive/2, profile/1]).

start() ->
    ets:new(keys, [named_table, public]),
    ok.

derive(Secret, Info) ->
    Id = crypto:hash(sha256, <<Secret/binary, 0, Info/binary>>),
    case find(Id) of
        {ok, Key} -> Key;
        miss ->
            Key = crypto:mac(hmac, sha256, Secret, Info),
            store(Id, Key), % expect: erlang-ets note "erlang-filled-twice" confidence<50
            Key
    end.

find(Id) ->
    case ets:whereis(keys) of
        undefined -> miss;
        _ ->
            case ets:lookup(keys, Id) of
                [{_, Key}] -> {ok, Key};
                [] -> miss
            end
    end.

store(Id, Key) -> ets:insert(keys, {Id, Key}).

profile(Iso) ->
    case persistent_term:get({?MODULE, Iso}, unread) of
        unread ->
            Data = file:read_file(Iso),
            persistent_term:put({?MODULE, Iso}, Data), % expect[profile]: erlang-persistent-term note "erlang-filled-twice" confidence<50
            Data;
        Data -> Data
    end.
