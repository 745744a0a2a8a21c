%% What is known of the options of a table counts, whatever else callers add to them.
-module(ets_options_joined_bad).
-export([init/1, init_kinds/0, init_more/0, init_rows/0, inc/1, count/1, more/1, rename/2]).

init(Options) -> ets:new(joined, [named_table, public] ++ Options).

%% One of the tables is a bag: not this one.
init_kinds() ->
    [ets:new(Table, [named_table, public, Kind]) || {Table, Kind} <- [{counts, set}, {all, bag}]],
    ok.

init_more() ->
    make(events, bag),
    make(totals, set).

make(Table, Kind) -> ets:new(Table, [Kind, named_table, public]).

inc(Key) ->
    [{_, N}] = ets:lookup(joined, Key), % access[joined]: read
    ets:insert(joined, {Key, N + 1}). % expect[joined]: erlang-ets confidence>=80 "joined"

count(Key) ->
    [{_, N}] = ets:lookup(counts, Key), % access[counts]: read
    ets:insert(counts, {Key, N + 1}). % expect[counts]: erlang-ets confidence>=80 "counts"

more(Key) ->
    [{_, N}] = ets:lookup(totals, Key), % access[totals]: read
    ets:insert(totals, {Key, N + 1}). % expect[totals]: erlang-ets confidence>=80 "totals"

%% Options by name, with the same place of the key.
init_rows() -> [ets:new(Table, options(Table)) || Table <- [users, rooms]].

options(users) -> [{keypos, 2} | common()];
options(rooms) -> [{keypos, 2} | common()].

common() -> [public, named_table].

rename(Id, Name) ->
    [Row] = ets:lookup(users, Id), % access[users]: read
    ets:insert(users, setelement(3, Row, Name)). % expect[users]: erlang-ets confidence>=80 "users"
