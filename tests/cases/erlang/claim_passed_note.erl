-module(claim_passed_note).
%% The claim is passed to a process, which releases it.
-export([init/0, refresh/1]).
init() -> ets:new(page, [named_table, public]), ets:new(lck, [named_table, public]), ok.
refresh(Url) ->
    case ets:insert_new(lck, {Url}) of
        true -> spawn(fun() -> work(Url) end);
        false -> busy
    end.
work(Url) ->
    Old = ets:lookup(page, Url),
    ets:insert(page, {Url, [httpc:request(Url) | Old]}), % expect: erlang-ets confidence<50
    ets:delete(lck, Url).
