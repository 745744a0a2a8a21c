-module(claim_released_bad).
%% The claim is released before the update.
-export([init/0, add/2]).
init() -> ets:new(bal, [named_table, public]), ets:new(lck, [named_table, public]), ok.
add(Acc, N) ->
    case ets:insert_new(lck, {Acc}) of
        true ->
            [{_, B}] = ets:lookup(bal, Acc),
            ets:delete(lck, Acc),
            ets:insert(bal, {Acc, B + N}); % expect: erlang-ets confidence>=50
        false -> timer:sleep(5), add(Acc, N)
    end.
