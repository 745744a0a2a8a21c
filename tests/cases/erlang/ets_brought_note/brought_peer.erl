%% The table says which process stands for a peer. Only the start of such a process brings it there.
-module(brought_peer).
-export([up/1, down/1, init/1, make/0]).

make() -> ets:new(brought_peers, [named_table, public]).

up(Peer) -> proc_lib:start(?MODULE, init, [Peer]).

init(Peer) ->
    ets:insert(brought_peers, {Peer, self()}),
    proc_lib:init_ack(self()),
    receive
        stop -> ok
    end.

down(Peer) ->
    [{_, Pid}] = ets:lookup(brought_peers, Peer),
    ets:delete(brought_peers, Peer), % expect: erlang-ets "that this one starts and waits for"
    Pid ! stop.
