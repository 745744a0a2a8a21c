%% The callers pass two names, or two keys.
-module(same_key_by_callers_ok).
-export([start/1, rename/2, start_in_process/1, init/0, copy/2]).

start(Name) -> ensure(Name, {Name, backup}).

ensure(Wanted, {Name, _}) when Wanted =/= Name ->
    case whereis(Wanted) of
        undefined -> register(Name, self()); % ok: erlang-registry
        _ -> ok
    end.

rename(Old, New) -> move(Old, New).

move(Old, New) ->
    case whereis(Old) of
        undefined -> ok;
        _ -> register(New, self()) % ok: erlang-registry
    end.

start_in_process(Name) -> spawn(fun() -> started(Name, list_to_atom(atom_to_list(Name) ++ "_2")) end).

started(Wanted, Name) ->
    case whereis(Wanted) of
        undefined -> register(Name, self()); % ok: erlang-registry
        _ -> ok
    end.

init() -> ets:new(same_key_by_callers_ok, [named_table, public]).

copy(From, To) -> first({old, From}, {new, To}).

first(From, To) ->
    [{_, N}] = ets:lookup(same_key_by_callers_ok, From),
    ets:insert(same_key_by_callers_ok, {To, N}). % ok: erlang-ets
