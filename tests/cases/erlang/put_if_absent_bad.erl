%% Who finds nothing registers its own value: of two callers with different values one is overwritten. A value that
%% follows from the key is the same for any writer.
-module(put_if_absent_bad).
-export([start/0, claim/2, cached/1]).

start() ->
    ets:new(names, [public, named_table]),
    ets:new(sizes, [public, named_table]).

claim(Name, Owner) ->
    case ets:lookup(names, Name) of
        [] -> ets:insert(names, {Name, Owner}); % expect: erlang-ets confidence>=50
        [{_, Other}] -> {taken, Other}
    end.

cached(Text) ->
    case ets:lookup(sizes, Text) of
        [] ->
            ets:insert(sizes, {Text, string:length(Text)}), % expect: erlang-ets confidence<50
            string:length(Text);
        [{_, Size}] -> Size
    end.
