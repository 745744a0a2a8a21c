-module(claim_counter_note).
%% Only the process that counts to 1 does it.
-export([init/0, once/1]).
init() -> ets:new(cnt, [named_table, public]), ets:new(res, [named_table, public]), ok.
once(K) ->
    case ets:update_counter(cnt, K, 1, {K, 0}) of
        1 ->
            L = case ets:lookup(res, K) of [{_, X}] -> X; [] -> [] end,
            ets:insert(res, {K, [now | L]}); % expect: erlang-ets confidence<50
        _ -> ok
    end.
