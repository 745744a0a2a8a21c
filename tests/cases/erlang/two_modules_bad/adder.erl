%% The read and the act are in another module, behind an interface.
-module(adder).
-export([add/1]).

add(N) ->
    case store:get(total) of
        undefined -> store:put(total, N);
        Sum -> store:put(total, Sum + N) % expect: erlang-ets "store, key total"
    end.
