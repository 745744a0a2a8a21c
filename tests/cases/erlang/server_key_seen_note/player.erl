-module(player).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(player, {id, level = 1}).

start_link(Id) -> gen_server:start_link(?MODULE, Id, []).

init(Id) -> {ok, #player{id = Id}}.

handle_call({take, Item}, _From, Player) -> {reply, bags:take(Player, Item), Player}.

handle_cast({found, Item}, Player) -> {noreply, bags:add(levelled(Player), Item)}.

levelled(#player{level = Level} = Player) when Level < 100 -> Player#player{level = Level + 1};
levelled(Player) -> Player.
