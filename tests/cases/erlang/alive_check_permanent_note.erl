%% The process that has this name ends only with the node.
-module(alive_check_permanent_note).
-export([notify/1]).

notify(Message) ->
    case whereis(code_server) of % access: read
        undefined -> ok;
        _ -> code_server ! Message % expect: erlang-alive-check note confidence<50 "erlang-permanent-name"
    end.
