%% What each player has, in one table. A player gives something to another one, whose process adds to it as well.
-module(shared_bags).
-export([init/0, add/2, double/1, give/2]).

-record(player, {id, level = 1}).

init() -> ets:new(shared_bags, [public, named_table]).

add(Player, Item) ->
    Items = load(Player#player.id),
    ets:insert(shared_bags, {Player#player.id, [Item | Items]}), % expect: erlang-ets confidence>=50
    Player#player{level = length(Items)}.

double(Player) ->
    lists:foldl(fun(Item, P) -> add(P, Item) end, Player, load(Player#player.id)).

give(Id, Item) -> save(Id, [Item | load(Id)]). % expect: erlang-ets confidence>=50

save(Id, Items) -> ets:insert(shared_bags, {Id, Items}).

load(Id) ->
    case ets:lookup(shared_bags, Id) of % access: read
        [{_, Items}] -> Items;
        [] -> []
    end.
