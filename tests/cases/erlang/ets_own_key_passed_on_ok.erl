%% A function of the program passes the pid on, and all its callers pass their own.
-module(ets_own_key_passed_on_ok).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

start_link(Id) -> gen_server:start_link(?MODULE, Id, []).

init(Id) -> {ok, Id}.

handle_call(choke, _From, Id) -> {reply, set_choke(Id, self()), Id};
handle_call(unchoke, _From, Id) -> {reply, set_unchoke(Id, self()), Id}.

handle_cast(new, Id) ->
    ets:new(peers, [named_table, public]),
    {noreply, Id}.

set_choke(Id, Pid) -> alter(choke, Id, Pid).

set_unchoke(Id, Pid) -> alter(unchoke, Id, Pid).

alter(What, Id, Pid) ->
    case ets:lookup(peers, {Id, Pid}) of
        [] -> ets:insert(peers, {{Id, Pid}, What, 0}); % ok: erlang-ets
        [{Key, Old, N}] -> ets:insert(peers, {Key, {Old, What}, N + 1})
    end.
