-module(persistent_term_ok).
-export([add/2]).

add(Key, Value) ->
    _ = persistent_term:get(config, #{}),
    persistent_term:put({config, Key}, Value). % ok: erlang-persistent-term
