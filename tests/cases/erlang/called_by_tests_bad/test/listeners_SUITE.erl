-module(listeners_SUITE).
-export([all/0, counts/1]).

all() -> [counts].

counts(_Config) ->
    listeners:init(),
    listeners:use(a). % related
