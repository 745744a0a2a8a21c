%% A missing header is said, and the rest is analysed.
-module(bad_include_bad).
-export([start/1]).
-include("there_is_no_such_header.hrl"). % expect-diagnostic: there_is_no_such_header.hrl

start(Name) ->
    case whereis(Name) of % access: read
        undefined -> register(Name, self()); % expect: erlang-registry error
        _ -> ok
    end.
