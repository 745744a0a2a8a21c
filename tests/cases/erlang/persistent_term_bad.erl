-module(persistent_term_bad).
-export([add/2]).

add(Key, Value) ->
    All = persistent_term:get(config, #{}), % access: read
    persistent_term:put(config, All#{Key => Value}). % expect: erlang-persistent-term "config"
