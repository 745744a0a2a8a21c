%% The keys have the process itself in them: no other process writes under them.
-module(ets_own_key_ok).
-export([new/0, count/1, visit/1, add/1, sum/1, each/1]).
-record(visitor, {owner, visits = 1}).

new() ->
    ets:new(counts, [public, named_table]),
    ets:new(visitors, [public, named_table, {keypos, #visitor.owner}]),
    ets:new(sums, [public, named_table]).

count(What) ->
    Key = {What, self()},
    case ets:lookup(counts, Key) of
        [] -> ets:insert(counts, {Key, 1}); % ok: erlang-ets
        [{_, N}] -> ets:insert(counts, {Key, N + 1})
    end.

visit(N) ->
    case ets:lookup(visitors, self()) of
        [] -> ets:insert(visitors, #visitor{owner = self()});
        [Visitor] -> ets:insert(visitors, Visitor#visitor{owner = self(), visits = N + Visitor#visitor.visits})
    end.

%% The key is made by a callee, or given by all callers.
add(What) ->
    [{_, Sum}] = ets:lookup(sums, key(What)),
    ets:insert(sums, {key(What), Sum + 1}).

key(What) -> {self(), What}.

sum(What) -> increase({self(), What}).

increase(Key) ->
    [{_, Sum}] = ets:lookup(sums, Key),
    ets:insert(sums, {Key, Sum + 1}).

each(Whats) ->
    Me = self(),
    lists:foreach(fun(What) ->
        [{_, Sum}] = ets:lookup(sums, {Me, What}),
        ets:insert(sums, {{Me, What}, Sum + 1})
    end, Whats).
