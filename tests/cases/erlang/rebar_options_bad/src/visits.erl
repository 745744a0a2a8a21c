%% Macros and headers that only rebar.config knows.
-module(visits).
-export([start/0, visit/1]).
-include("visit.hrl").

start() -> ets:new(?TABLE, [named_table, public, {keypos, #visit.who}]).

-ifdef(SHARED).
visit(Who) ->
    [Old] = ets:lookup(?TABLE, Who), % access: read
    ets:insert(?TABLE, Old#visit{count = Old#visit.count + 1}). % expect: erlang-ets error "visits[Who]"
-endif.

-ifdef(TEST).
other(Who) -> ets:nothing(.
-endif.
