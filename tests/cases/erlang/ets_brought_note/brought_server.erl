-module(brought_server).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Service) -> gen_server:start_link(?MODULE, [Service], []).

init(Service) -> {ok, Service}.

handle_call({up, Peer}, _From, Service) -> {reply, brought_peer:up(Peer), Service};
handle_call({down, Peer}, _From, Service) -> {reply, brought_peer:down(Peer), Service}.

handle_cast(_, Service) -> {noreply, Service}.
