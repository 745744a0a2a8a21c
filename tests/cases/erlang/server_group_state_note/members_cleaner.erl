%% Deletes what it finds in the table: it is not known to delete what the worker writes.
-module(members_cleaner).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Tab) -> gen_server:start_link(?MODULE, Tab, []).

init(Tab) -> {ok, Tab}.

handle_call(_, _From, Tab) -> {reply, ok, Tab}.

handle_cast(clean, Tab) ->
    clean(Tab, ets:match(Tab, {'$1', gone})),
    {noreply, Tab}.

clean(_Tab, []) -> ok;
clean(Tab, [[Key] | Rest]) ->
    ets:delete(Tab, Key), % expect: erlang-ets note confidence<50
    clean(Tab, Rest).
