%% The caller asks for what it sets, in words that select the clause that looks.
-module(clause_by_argument_bad).
-export([open/0, start/1, everything/1, load/1, info/1]).

open() -> ets:new(settings, [named_table, public]).

info(all) -> [{Item, info(Item)} || Item <- [nodes, limit]];
info(nodes) -> ets:lookup(settings, nodes); % access[nodes]: read; access[every]: read
info(limit) -> ets:lookup(settings, limit).

start(Nodes) ->
    case info(nodes) of
        [] -> ets:insert(settings, {nodes, Nodes}); % expect[nodes]: erlang-ets "settings, key nodes"
        Other -> Other
    end.

everything(Nodes) ->
    case info(all) of
        [] -> none;
        _ -> ets:insert(settings, {nodes, Nodes}) % expect[every]: erlang-ets "settings, key nodes"
    end.

load(Limit) ->
    case work({again, limit}) of
        none -> ets:insert(settings, {limit, Limit}); % expect[load]: erlang-ets "settings, key limit"
        Other -> Other
    end.

work({again, Name}) ->
    case find(Name) of
        [] -> none;
        _ -> done
    end;
work({fresh, _}) -> done.

find(Name) -> ets:lookup(settings, Name). % access[load]: read
