%% The server counts by the same function that the module exports: clients can run it too.
-module(ets_exported_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, count/1]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(hits, [named_table, public]),
    {ok, []}.

count(Page) ->
    case ets:lookup(hits, Page) of % access[next]: read
        [] -> ets:insert(hits, {Page, 1}); % expect[first]: erlang-ets "key Page"
        [{_, N}] -> ets:insert(hits, {Page, N + 1}) % expect[next]: erlang-ets "key Page"
    end.

handle_call({count, Page}, _, State) -> {reply, count(Page), State}.

handle_cast(_, State) -> {noreply, State}.
