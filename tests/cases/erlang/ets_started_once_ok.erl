%% The helper is started once, by the start of a server that has a name: nobody else writes.
-module(ets_started_once_ok).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(counts, [named_table, public]),
    {ok, start_helper()}.

start_helper() -> spawn_link(fun() -> helper() end).

helper() ->
    receive
        {count, Key} ->
            case ets:lookup(counts, Key) of
                [{_, N}] -> ets:insert(counts, {Key, N + 1}); % ok: erlang-ets
                [] -> ets:insert(counts, {Key, 1}) % ok: erlang-ets
            end,
            helper()
    end.

handle_call(helper, _From, Helper) -> {reply, Helper, Helper}.

handle_cast(_, State) -> {noreply, State}.
