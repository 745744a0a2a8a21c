%% Another key, another table.
-module(mnesia_other_key_ok).
-export([copy/0, archive/1]).

copy() ->
    [{hits, first, N}] = mnesia:dirty_read(hits, first),
    mnesia:dirty_write({hits, second, N}). % ok: erlang-mnesia

archive(Key) ->
    [{hits, Key, N}] = mnesia:dirty_read(hits, Key),
    mnesia:dirty_write({old_hits, Key, N}).
