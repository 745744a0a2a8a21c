%% As the ok twin, but another process writes keys of the same shape through the setter.
-module(ets_writer_keys_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2, forget/1, mark/0]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, ets:new(nodes, [named_table, public])}.

handle_call(_Request, _From, State) -> {reply, ok, State}.

handle_cast({up, Node}, State) ->
    case ets:lookup(nodes, {node, Node}) of % access: read
        [] -> ok;
        [{_, Old}] -> set({node, Node}, [up | Old]) % expect: erlang-ets error "the server itself"
    end,
    {noreply, State}.

set(Key, Value) -> ets:insert(nodes, {Key, Value}).

forget(Node) -> set({node, Node}, []).

mark() -> set(marked, true).
