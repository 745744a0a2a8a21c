%% What is written comes by the same look, but from elsewhere.
-module(ets_copy_key_bad).
-export([start/0, inherit/0]).

start() -> ets:new(settings, [named_table, public]).

inherit() ->
    case get_value(limit) of
        0 -> ets:insert(settings, {limit, get_value(default_limit)}); % expect: erlang-ets warning
        _ -> ok
    end.

get_value(Key) -> ets:lookup_element(settings, Key, 2). % access: read
