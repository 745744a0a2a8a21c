-module(child_server).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Options) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Options, []).

init(Options) -> {ok, Options}.

start_worker(Id, Options) ->
    supervisor:start_child(child_sup, #{id => Id, start => {child_worker, start_link, [self(), Options]}}).

handle_call(Request, _From, Options) -> {reply, start_worker(Request, Options), Options}.

handle_cast(_, State) -> {noreply, State}.
