%% One object of many is found, removed and used: two processes may get the same.
-module(ets_pool_bad).
-export([init/0, put/1, first/0, last/0, some/0, any/0, idle/0, work/0]).

init() -> ets:new(free, [ordered_set, public, named_table]).

put(I) -> ets:insert(free, {I, idle}).

first() ->
    case ets:first(free) of % access[first]: read
        '$end_of_table' -> none;
        Id ->
            ets:delete(free, Id), % expect[first]: erlang-ets "ets:take/2 and look for another one" "both take the same entry of ets table free" confidence>=60
            {ok, Id}
    end.

last() ->
    K = ets:last(free), % access[last]: read
    ets:delete(free, K), % expect[last]: erlang-ets confidence>=60
    K.

some() ->
    case ets:select(free, [{{'$1', idle}, [], ['$1']}], 1) of % access[some]: read
        {[Id], _} ->
            ets:delete(free, Id), % expect[some]: erlang-ets confidence>=60
            Id;
        _ -> none
    end.

any() ->
    [{Id, _} | _] = ets:tab2list(free), % access[any]: read
    ets:delete(free, Id), % expect[any]: erlang-ets confidence>=60
    Id.

idle() ->
    {K, _} = hd(ets:match_object(free, {'_', idle})), % access[idle]: read
    ets:delete(free, K), % expect[idle]: erlang-ets confidence>=60
    K.

work() ->
    case ets:first(free) of % access[work]: read
        '$end_of_table' -> none;
        Id ->
            ets:delete(free, Id), % expect[work]: erlang-ets confidence>=60
            self() ! {job, Id}
    end.
