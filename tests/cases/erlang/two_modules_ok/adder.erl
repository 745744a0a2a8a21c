%% Reads one key and writes another.
-module(adder).
-export([publish/0]).

publish() ->
    case store:get(draft) of
        undefined -> ok;
        Text -> store:put(published, Text)
    end.
