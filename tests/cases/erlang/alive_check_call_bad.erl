%% A process that was looked up can end before it is called or linked to.
-module(alive_check_call_bad).
-export([by_name/1, by_pid/1, linked/0, wrong_catch/1]).

by_name(M) ->
    case whereis(db) of % access[name]: read
        undefined -> {error, down};
        _ -> gen_server:call(db, M) % expect[name]: erlang-alive-check note "handle its exit"
    end.

by_pid(M) ->
    case whereis(db) of % access[pid]: read
        undefined -> {error, down};
        Pid -> gen_server:call(Pid, M) % expect[pid]: erlang-alive-check note
    end.

linked() ->
    case whereis(db) of % access[link]: read
        undefined -> {error, down};
        Pid -> link(Pid) % expect[link]: erlang-alive-check note
    end.

%% The call does not fail by an error.
wrong_catch(M) ->
    case whereis(db) of % access[catch]: read
        undefined -> {error, down};
        Pid -> try gen_server:call(Pid, M) catch error:badarg -> {error, down} end % expect[catch]: erlang-alive-check note
    end.
