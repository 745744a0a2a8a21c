%% Besides the server only a function for tests writes, which nothing calls.
-module(ets_tests_note).
-behaviour(gen_server).
-export([start_link/0, test_fill/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

test_fill(List) -> ets:insert(stock, {list, List}).

init([]) -> {ok, ets:new(stock, [named_table, public])}.

handle_call({add, Item}, _From, State) ->
    case ets:lookup(stock, list) of % access: read
        [{_, Items}] -> ets:insert(stock, {list, [Item | Items]}); % expect: erlang-ets note confidence<50 "erlang-others-are-tests"
        [] -> ok
    end,
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.
