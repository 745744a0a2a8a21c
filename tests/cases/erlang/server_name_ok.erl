%% Whichever way it is started, it has the same name: by the default of a parameter, too.
-module(server_name_ok).
-behaviour(gen_server).
-export([start/0, start_link/0, start_link/1, make/0, init/1, handle_call/3, handle_cast/2]).

start() -> gen_server:start({local, ?MODULE}, ?MODULE, [], []).

start_link() -> start_link(?MODULE).

start_link(Name) -> gen_server:start_link({local, Name}, ?MODULE, [], []).

make() -> ets:new(one_counts, [named_table, public]).

init([]) -> {ok, none}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Key}, State) ->
    [{_, N}] = ets:lookup(one_counts, Key),
    ets:insert(one_counts, {Key, N + 1}), % ok: erlang-ets
    {noreply, State}.
