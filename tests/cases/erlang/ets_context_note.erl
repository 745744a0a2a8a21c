%% A table that travels in a record and is made in several places, mostly protected: where it is, only its owner writes.
-module(ets_context_note).
-export([new_context/0, new_shared_context/1, add/2, run/2]).
-record(ledger, {cache, name}).

new_context() -> #ledger{cache = ets:new(cache, [set, protected])}.

new_shared_context(Worker) ->
    Ledger = #ledger{cache = ets:new(cache, [set, public])},
    Worker ! {ledger, Ledger},
    Ledger.

run(Worker, Amount) ->
    add(new_context(), Amount),
    add(new_shared_context(Worker), Amount).

add(#ledger{cache = Cache}, Amount) ->
    case ets:lookup(Cache, balance) of
        [] -> ets:insert(Cache, {balance, Amount}); % expect: erlang-ets note "erlang-some-protected" confidence<50
        [{_, Old}] -> ets:insert(Cache, {balance, Old + Amount}) % expect: erlang-ets note "erlang-some-protected" confidence<50
    end.
