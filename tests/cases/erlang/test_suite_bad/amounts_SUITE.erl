-module(amounts_SUITE).
-export([all/0, adds/1]).

all() -> [adds].

adds(Config) ->
    amounts:make(),
    amounts:add(Config).
