%% Two processes make the counter: the second sets back what was counted since the first did.
-module(ets_default_counter_bad).
-export([new/0, ensure/1, count/1]).

new() -> ets:new(counts, [named_table, public]).

ensure(Counter) ->
    case ets:lookup(counts, Counter) of % access: read
        [] -> ets:insert(counts, {Counter, 0}); % expect: erlang-ets warning confidence>=50 "what others have counted since"
        _ -> ok
    end.

count(Counter) -> ets:update_counter(counts, Counter, 1).
