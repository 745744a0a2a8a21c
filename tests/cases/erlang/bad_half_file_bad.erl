%% A file that breaks off is said, and what comes before is analysed.
-module(bad_half_file_bad).
-export([start/1, stop/1]).

start(Name) ->
    case whereis(Name) of % access: read
        undefined -> register(Name, self()); % expect: erlang-registry error
        _ -> ok
    end.

stop(Name) -> % expect-diagnostic: the file ends in the middle of this form
    case whereis(Name) of
        undefined -> ok;
