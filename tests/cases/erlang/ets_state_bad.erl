%% The table goes through a record field, a return value and a closure.
-module(ets_state_bad).
-export([run/0]).

-record(state, {tab, name}).

run() ->
    State = make(),
    Work = fun(Key) -> bump(State, Key) end,
    [spawn(fun() -> Work(K) end) || K <- [a, b]].

make() ->
    #state{tab = ets:new(counts, [public, set]), name = counts}.

bump(#state{tab = Tab}, Key) ->
    put_count(Tab, Key, count(Tab, Key) + 1). % expect: erlang-ets "counts, key Key"

count(Tab, Key) ->
    case ets:lookup(Tab, Key) of % access: read
        [] -> 0;
        [{_, N}] -> N
    end.

put_count(Tab, Key, N) ->
    ets:insert(Tab, {Key, N}).
