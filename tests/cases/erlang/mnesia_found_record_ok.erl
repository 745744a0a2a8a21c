%% The same in a transaction.
-module(mnesia_found_record_ok).
-export([rename/2]).

-record(account, {id, name, n = 0}).

rename(Id, Name) ->
    mnesia:transaction(fun() ->
        case find(Id) of
            {ok, A} -> mnesia:write(A#account{name = Name});
            error -> error
        end
    end).

find(Id) ->
    case mnesia:read(account, Id) of
        [A] -> {ok, A};
        [] -> error
    end.
