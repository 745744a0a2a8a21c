%% The caller that looks is the one whose fun writes.
-module(fun_by_call_bad).
-export([open/0, store/0, show/1]).

open() -> ets:new(clauses, [named_table, public]).

store() ->
    case ets:lookup(clauses, all) of % access: read
        [] -> none;
        All -> each(fun put_one/1, All)
    end.

put_one({_, Clauses}) -> ets:insert(clauses, {all, Clauses}). % expect: erlang-ets "key all"

show(All) -> each(fun({Module, _}) -> io:format("~p~n", [Module]) end, All).

each(Fun, List) -> run(Fun, List, []).

run(_, [], Workers) -> Workers;
run(Fun, [First | Rest], Workers) ->
    Worker = spawn(fun() -> lists:map(Fun, [First]) end),
    run(Fun, Rest, [Worker | Workers]).
