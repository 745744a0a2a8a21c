%% args: --min-confidence 50
%% What one session removes may be what the start of the next one has brought by then, or what anybody has.
-module(brought_session).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2, terminate/2, lock/1, unlock/1]).

start_link(User) -> gen_server:start_link(?MODULE, User, []).

init(User) ->
    ets:insert(brought_sessions, {User, self()}),
    ets:insert(brought_locks, {User, self()}),
    {ok, User}.

handle_call(_, _From, User) -> {reply, User, User}.

handle_cast(_, User) -> {noreply, User}.

terminate(_, User) ->
    case ets:lookup(brought_sessions, User) of % access[one]: read
        [{_, Pid}] when Pid =:= self() -> ets:delete(brought_sessions, User); % expect[one]: erlang-ets "erlang-written-at-start"
        _ -> ok
    end.

lock(User) -> ets:insert(brought_locks, {User, self()}).

unlock(User) ->
    [{_, Pid}] = ets:lookup(brought_locks, User), % access[two]: read
    ets:delete(brought_locks, User), % expect[two]: erlang-ets "brought_locks"
    Pid.
