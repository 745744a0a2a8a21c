%% Nothing is looked up again: what others did since the list was made is lost.
-module(looked_again_bad).
-export([init/0, halve_all/0]).

init() -> ets:new(balances, [named_table, public]).

halve_all() ->
    [ets:insert(balances, {Id, Balance div 2}) % expect: erlang-ets confidence>=50 "balances"
     || {Id, Balance} <- ets:tab2list(balances)]. % access: read
