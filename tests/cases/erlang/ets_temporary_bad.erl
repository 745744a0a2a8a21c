%% Deleted in the end, but processes that were started got it.
-module(ets_temporary_bad).
-export([count/1]).

count(Parts) ->
    Table = ets:new(seen, [public]),
    Workers = [spawn_monitor(fun() -> [note(Table, Key) || Key <- Part] end) || Part <- Parts],
    [receive {'DOWN', Ref, process, Pid, _} -> ok end || {Pid, Ref} <- Workers],
    Result = ets:tab2list(Table),
    ets:delete(Table),
    Result.

note(Table, Key) ->
    case ets:lookup(Table, Key) of % access: read
        [{_, N}] -> ets:insert(Table, {Key, N + 1}); % expect: erlang-ets
        [] -> ets:insert(Table, {Key, 1}) % expect: erlang-ets
    end.
