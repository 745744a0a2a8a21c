%% What earlier clauses leave is no claim: the clause for those who have none, or a guard that is not taken for
%% other reasons too.
-module(claim_denied_bad).
-export([init/0, add/2, either/2, partly/3, raises/2]).
init() -> ets:new(bal, [named_table, public]), ets:new(lck, [named_table, public]), ok.

add(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        true -> ets:delete(lck, Acc);
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}) % expect: erlang-ets confidence>=50
    end.

either(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        X when X =:= undefined; X =:= nil -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}) % expect: erlang-ets confidence>=50
    end.

partly(Acc, N, Wait) ->
    case ets:insert_new(lck, {Acc}) of
        X when X =:= false, Wait =:= no; X =:= nil -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}) % expect: erlang-ets confidence>=50
    end.

%% hd(false) fails, so the guard does not take false.
raises(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        X when hd(X) =:= a orelse X =:= false -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}) % expect: erlang-ets confidence>=50
    end.
