%% Only tests call it in this project, but it is exported: others will.
-module(listeners).
-export([init/0, use/1]).

init() -> ets:new(listeners, [named_table, public]), ok.

use(Name) -> count(Name).

count(Name) ->
    [{_, N}] = ets:lookup(listeners, Name), % access: read
    ets:insert(listeners, {Name, N + 1}). % expect: erlang-ets confidence>=50
