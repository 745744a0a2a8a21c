%% Each record is read again in the transaction that writes it; only the list of keys may be old.
-module(mnesia_each_again_note).
-export([refresh/0]).

refresh() ->
    lists:foreach(fun(Key) ->
        mnesia:transaction(fun() ->
            case mnesia:read(session, Key) of
                [{session, _, N}] -> mnesia:write({session, Key, N + 1}); % expect: erlang-mnesia note "erlang-each-read-again" confidence<50
                [] -> ok
            end
        end)
    end, mnesia:dirty_all_keys(session)). % access: read
