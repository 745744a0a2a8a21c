%% Others have the pid too: they are given it, or have started the process, or capture who starts them.
-module(ets_own_key_bad).
-export([new/0, count/1, reset/2, start/0, clear/1, both/0, highest/0]).

new() ->
    ets:new(counts, [public, named_table]),
    ets:new(sums, [public, named_table]),
    ets:new(tickets, [public, named_table]).

count(What) ->
    Key = {What, self()},
    [{_, N}] = ets:lookup(counts, Key), % access[a]: read
    ets:insert(counts, {Key, N + 1}). % expect[a]: erlang-ets error "erlang-own-key"

reset(What, Pid) -> ets:insert(counts, {{What, Pid}, 0}).

start() ->
    spawn(?MODULE, clear, [self()]),
    [{_, N}] = ets:lookup(sums, self()), % access[b]: read
    ets:insert(sums, {self(), N + 1}). % expect[b]: erlang-ets error

clear(Pid) -> ets:insert(sums, {Pid, 0}).

both() ->
    Me = self(),
    Add = fun() ->
        [{_, N}] = ets:lookup(tickets, {Me, next}), % access[c]: read
        ets:insert(tickets, {{Me, next}, N + 1}) % expect[c]: erlang-ets error
    end,
    spawn(Add),
    spawn(Add).

%% The whole table counts, and others write to that.
highest() ->
    Highest = lists:max(ets:tab2list(tickets)), % access[d]: read
    ets:insert(tickets, {self(), Highest}). % expect[d]: erlang-ets
