%% The callers name the table; all tables that the module creates under such names are public.
-module(ets_table_of_options_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2, allow/3, bump/2]).

start_link(Options) ->
    gen_server:start_link({local, proplists:get_value(name, Options)}, ?MODULE, Options, []).

init(Options) ->
    Table = proplists:get_value(name, Options),
    ets:new(Table, [named_table, public, set]),
    {ok, Table}.

handle_call(_, _, Table) -> {reply, ok, Table}.

handle_cast(_, Table) -> {noreply, Table}.

allow(Table, Key, Limit) ->
    case ets:lookup(Table, Key) of % access[allow]: read
        [{_, N}] when N >= Limit -> false;
        [{_, N}] -> ets:insert(Table, {Key, N + 1}) % expect[allow]: erlang-ets "erlang-likely-public" confidence>=65
    end.

bump(Table, Key) -> put(Table, Key, get(Table, Key) + 1). % expect[bump]: erlang-ets confidence>=65

get(Table, Key) ->
    case ets:lookup(Table, Key) of % access[bump]: read
        [{_, N}] -> N;
        [] -> 0
    end.

put(Table, Key, N) -> ets:insert(Table, {Key, N}).
