-module(app_ffi).
-export([new/1, lookup/2, insert/3]).

new(Name) -> ets:new(binary_to_atom(Name), [set, public, named_table]).

lookup(Table, Key) ->
    case ets:lookup(Table, Key) of % access: read
        [{_, Value}] -> {ok, Value};
        [] -> {error, nil}
    end.

insert(Table, Key, Value) ->
    ets:insert(Table, {Key, Value}),
    nil.
