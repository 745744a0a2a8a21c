%% The table is public, but all who write keys {node, N} are callbacks of the one server; keys of other processes
%% have another shape, and a setter that takes any key gets others from its callers.
-module(ets_writer_keys_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, seen/1, mark/0]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, ets:new(nodes, [named_table, public])}.

handle_call(_Request, _From, State) -> {reply, ok, State}.

handle_cast({up, Node}, State) ->
    case ets:lookup(nodes, {node, Node}) of
        [] -> set({node, Node}, [up]);
        [{_, Old}] -> set({node, Node}, [up | Old]) % ok: erlang-ets
    end,
    {noreply, State}.

set(Key, Value) -> ets:insert(nodes, {Key, Value}).

seen(Who) -> set({seen, Who, 1}, now).

mark() -> set(marked, true).
