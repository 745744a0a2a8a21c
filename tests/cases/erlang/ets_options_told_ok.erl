%% Helpers make tables of several kinds; those used here are a bag, and one that only its owner writes.
-module(ets_options_told_ok).
-export([init/0, init_all/0, note/1, keep/1]).

init() ->
    make(events, bag),
    make(totals, set).

make(Table, Kind) -> ets:new(Table, [Kind, named_table, public]).

init_all() -> lists:foreach(fun({Table, Options}) -> ets:new(Table, [named_table | Options]) end,
                            [{shared, [public]}, {own, [protected, {keypos, 2}]}]).

note(Key) ->
    case ets:member(events, Key) of
        true -> ets:insert(events, {Key, erlang:system_time()}); % expect: erlang-ets confidence<60 "events"
        false -> ok
    end.

keep(Key) ->
    [{_, Key, N}] = ets:lookup(own, Key),
    ets:insert(own, {count, Key, N + 1}).
