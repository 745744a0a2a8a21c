-module(giving_player).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(player, {id, level = 1}).

start_link(Id) -> gen_server:start_link(?MODULE, Id, []).

init(Id) -> {ok, #player{id = Id}}.

handle_call({give, Id, Item}, _From, Player) -> {reply, shared_bags:give(Id, Item), Player}.

handle_cast({found, Item}, Player) -> {noreply, shared_bags:add(levelled(Player), Item)}.

levelled(#player{level = Level} = Player) when Level < 100 -> Player#player{level = Level + 1};
levelled(Player) -> Player.
