%% What each player has, in one table under the player's id. Some of the functions have no callers here.
-module(bags).
-export([init/0, add/2, double/1, take/2]).

-record(player, {id, level = 1}).

init() -> ets:new(bags, [public, named_table]).

add(Player, Item) ->
    Items = load(Player#player.id),
    ets:insert(bags, {Player#player.id, [Item | Items]}), % expect: erlang-ets note "erlang-key-of-seen-servers" confidence<50
    Player#player{level = length(Items)}.

double(Player) ->
    lists:foldl(fun(Item, P) -> add(P, Item) end, Player, load(Player#player.id)).

take(Player, Item) -> save(Player, lists:delete(Item, load(Player#player.id))). % expect: erlang-ets note "erlang-key-of-seen-servers" confidence<50

save(Player, Items) -> ets:insert(bags, {Player#player.id, Items}).

load(Id) ->
    case ets:lookup(bags, Id) of
        [{_, Items}] -> Items;
        [] -> []
    end.
