%% The name is like that of a test, but what it does is for others.
-module(test_name_bad).
-export([make/0, test_and_set/1]).

make() -> ets:new(flags, [named_table, public]).

test_and_set(Key) ->
    [{_, Old}] = ets:lookup(flags, Key), % access: read
    ets:insert(flags, {Key, [set | Old]}), % expect: erlang-ets confidence>=50
    Old.
