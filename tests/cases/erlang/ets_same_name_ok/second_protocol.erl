%% Two servers that each make a table of the same name cannot run in the same node: the second ets:new/2 fails.
-module(second_protocol).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    transactions = ets:new(transactions, [named_table, public]),
    {ok, none}.

handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(_, State) -> {noreply, State}.

handle_info({vote, Id, Node}, State) ->
    case ets:lookup(transactions, Id) of
        [{_, Votes}] -> ets:insert(transactions, {Id, [Node | Votes]}); % ok: erlang-ets
        [] -> ets:insert(transactions, {Id, [Node]}) % ok: erlang-ets
    end,
    {noreply, State}.
