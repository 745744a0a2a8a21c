%% The start starts several helpers.
-module(ets_started_once_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(counts, [named_table, public]),
    {ok, [start_helper() || _ <- lists:seq(1, 4)]}.

start_helper() -> spawn_link(fun() -> helper() end).

helper() ->
    receive
        {count, Key} ->
            case ets:lookup(counts, Key) of % access: read
                [{_, N}] -> ets:insert(counts, {Key, N + 1}); % expect: erlang-ets "counts"
                [] -> ets:insert(counts, {Key, 1}) % expect: erlang-ets "counts"
            end,
            helper()
    end.

handle_call(helper, _From, Helper) -> {reply, Helper, Helper}.

handle_cast(_, State) -> {noreply, State}.
