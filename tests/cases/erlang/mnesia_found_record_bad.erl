%% A record that was read comes back from a helper, or into a fun, and is written with another field.
-module(mnesia_found_record_bad).
-export([rename/2, count/1, blank/1]).

-record(account, {id, name, n = 0}).

rename(Id, Name) ->
    case find(Id) of
        {ok, A} -> mnesia:dirty_write(A#account{name = Name}); % expect[rename]: erlang-mnesia "account, key Id"
        error -> error
    end.

find(Id) ->
    case mnesia:dirty_read(account, Id) of % access[rename]: read
        [A] -> {ok, A};
        [] -> error
    end.

count(Id) -> with(Id, fun(A) -> mnesia:dirty_write(A#account{n = A#account.n + 1}) end). % expect[count]: erlang-mnesia "account, key Id"

with(Id, F) ->
    case mnesia:dirty_read(account, Id) of % access[count]: read
        [A] -> F(A);
        [] -> none
    end.

blank(Id) ->
    [A] = mnesia:dirty_read(account, Id), % access[blank]: read
    mnesia:dirty_write(setelement(#account.name, A, none)). % expect[blank]: erlang-mnesia "account, key Id"
