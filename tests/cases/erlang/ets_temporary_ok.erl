%% A table that lives as long as a call is nobody else's, although walk/3 gives it back to whoever calls that.
-module(ets_temporary_ok).
-export([count/1, walk/3]).

count(Keys) ->
    Table = ets:new(seen, [public]),
    walk(fun note/2, Keys, Table),
    Result = ets:tab2list(Table),
    ets:delete(Table),
    Result.

walk(_, [], State) -> State;
walk(Fun, [Key | Rest], State) -> walk(Fun, Rest, Fun(Key, State)).

note(Key, Table) ->
    case ets:lookup(Table, Key) of
        [{_, N}] -> ets:insert(Table, {Key, N + 1}); % ok: erlang-ets
        [] -> ets:insert(Table, {Key, 1}) % ok: erlang-ets
    end,
    Table.
