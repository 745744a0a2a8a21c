%% The library keeps the fun, and other processes call it later.
-module(fun_in_library_bad).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) ->
    ets:new(heights, [named_table, public]),
    {ok, none}.

handle_call({watch, Id}, _From, State) ->
    hooks:add(block, fun(_) -> raise(Id) end),
    {reply, ok, State}.

handle_cast(_, State) -> {noreply, State}.

raise(Id) ->
    [{_, Old}] = ets:lookup(heights, Id), % access: read
    ets:insert(heights, {Id, Old + 1}). % expect: erlang-ets error confidence>=80
