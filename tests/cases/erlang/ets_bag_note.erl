%% A bag keeps all objects of a key: nobody's insert is lost.
-module(ets_bag_note).
-export([new/0, add/2]).

new() -> ets:new(aliases, [named_table, public, bag]).

add(Name, Alias) ->
    case ets:lookup(aliases, Name) of % access: read
        [] -> no_such_name;
        _ -> ets:insert(aliases, {Name, Alias}) % expect: erlang-ets confidence>=50 "is a bag"
    end.
