%% Two callers of one helper: neither has the fun of the other called.
-module(fun_by_call_ok).
-export([open/0, store/1, show/0]).

open() -> ets:new(clauses, [named_table, public]).

store(All) -> each(fun put_one/1, All).

put_one({Module, Clauses}) -> ets:insert(clauses, {Module, Clauses}). % ok: erlang-ets

show() ->
    case ets:tab2list(clauses) of
        [] -> none;
        All -> each(fun({Module, _}) -> io:format("~p~n", [Module]) end, All)
    end.

each(Fun, List) -> run(Fun, List, []).

run(_, [], Workers) -> Workers;
run(Fun, [First | Rest], Workers) ->
    Worker = spawn(fun() -> lists:map(Fun, [First]) end),
    run(Fun, Rest, [Worker | Workers]).
