%% What a caller asks for decides which clause of info/1 runs. The clause for `all` runs the other ones too, so
%% that every look-up is reached in two ways.
-module(clause_by_argument_ok).
-export([open/0, start/1, load/1, info/1, by_value/1]).

open() -> ets:new(settings, [named_table, public]).

info(all) -> [{Item, info(Item)} || Item <- [nodes, limit]];
info(nodes) -> ets:lookup(settings, nodes);
info(limit) -> ets:lookup(settings, limit);
info(Other) -> ets:lookup(settings, Other).

%% Asks for the limit and sets the nodes.
start(Nodes) ->
    case info(limit) of
        [] -> none;
        _ -> ets:insert(settings, {nodes, Nodes}) % ok: erlang-ets
    end.

%% The clause that looks is not the one for this record.
load(Nodes) ->
    case work({fresh, nodes}) of
        done -> ets:insert(settings, {nodes, Nodes}); % ok: erlang-ets
        Other -> Other
    end.

work({again, Name}) ->
    case find(Name) of
        [] -> none;
        _ -> done
    end;
work({fresh, _}) -> done.

find(Name) -> ets:lookup(settings, Name).

%% The last clause is not for `limit`.
by_value(Value) ->
    case other(limit) of
        [] -> ets:insert(settings, {limit, Value}); % ok: erlang-ets
        Other -> Other
    end.

other(limit) -> [];
other(Name) -> ets:lookup(settings, Name).
