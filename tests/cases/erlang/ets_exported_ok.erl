%% Only the server counts: nobody else can call what it calls.
-module(ets_exported_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(hits, [named_table, public]),
    {ok, []}.

count(Page) ->
    case ets:lookup(hits, Page) of
        [] -> ets:insert(hits, {Page, 1});
        [{_, N}] -> ets:insert(hits, {Page, N + 1}) % ok: erlang-ets
    end.

handle_call({count, Page}, _, State) -> {reply, count(Page), State}.

handle_cast(_, State) -> {noreply, State}.
