-module(others_server).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Options) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Options, []).

init(Options) -> {ok, start_worker(option(worker, Options, others_worker), Options)}.

option(Key, Options, Default) ->
    case lists:keyfind(Key, 1, Options) of
        {Key, Value} -> Value;
        false -> Default
    end.

start_worker(Module, Options) ->
    Child = {worker, {Module, start_link, [self(), Options]}, permanent, 2000, worker, [Module]},
    supervisor:start_child(others_sup, Child).

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
