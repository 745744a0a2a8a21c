%% The claim is what earlier clauses leave: all but false.
-module(claim_denied_note).
-export([init/0, add/2, first/2, spelled/2, other/2]).
init() -> ets:new(bal, [named_table, public]), ets:new(lck, [named_table, public]), ok.

add(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        false -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}), % expect: erlang-ets confidence<50 "claimed"
            ets:delete(lck, Acc)
    end.

%% As Elixir compiles an if.
first(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        X when X =:= false; X =:= nil -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}), % expect: erlang-ets confidence<50 "claimed"
            ets:delete(lck, Acc)
    end.

spelled(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        X when X =:= nil orelse false =:= X -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}), % expect: erlang-ets confidence<50 "claimed"
            ets:delete(lck, Acc)
    end.

other(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        X when X =/= true -> busy;
        _ ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:insert(bal, {Acc, B + N}), % expect: erlang-ets confidence<50 "claimed"
            ets:delete(lck, Acc)
    end.
