%% Two branches on the same thing: who looked does not write.
-module(ets_branches_ok).
-export([open/0, change/2, checked/1, mode/1]).

open() -> ets:new(settings, [named_table, public]).

change(Table, Value) ->
    if
        Table =/= schema -> must_be_there();
        true -> ok
    end,
    case Table of
        schema -> ets:insert(settings, {use_disc, Value}); % ok: erlang-ets
        _ -> other
    end.

must_be_there() ->
    case ets:lookup(settings, use_disc) of
        [] -> exit(no_disc);
        _ -> ok
    end.

%% Here it is the value of a function that both ask for.
checked(Node) ->
    Mode = mode(Node),
    case Mode of
        disc -> must_be_there();
        _ -> ok
    end,
    if
        Mode =:= disc -> ok;
        true -> ets:insert(settings, {use_disc, true}) % ok: erlang-ets
    end.

mode(Node) -> element(1, Node).
