%% The key that is passed on holds the name of the store, which its server has in its state.
-module(records).
-export([init/0, note/2]).

init() -> ets:new(records, [public, named_table]).

note(Key, Value) ->
    case ets:lookup(records, Key) of
        [] -> ets:insert(records, {Key, [Value]}); % expect: erlang-ets confidence<50
        [{_, Values}] -> ets:insert(records, {Key, [Value | Values]}) % expect: erlang-ets confidence<50
    end.
