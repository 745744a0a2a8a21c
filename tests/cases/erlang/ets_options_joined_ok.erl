%% The options that are joined say that only the owner writes.
-module(ets_options_joined_ok).
-export([init/0, inc/1]).

options() -> [named_table].

init() -> ets:new(joined, options() ++ [protected] ++ [{keypos, 1}]).

inc(Key) ->
    [{_, N}] = ets:lookup(joined, Key),
    ets:insert(joined, {Key, N + 1}).
