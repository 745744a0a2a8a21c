%% A macro that nobody defines is said, and stands for itself.
-module(bad_macro_bad).
-export([start/0]).

start() ->
    case whereis(?NAME) of % access: read; expect-diagnostic: ?NAME is not defined
        undefined -> register(?NAME, self()); % expect: erlang-registry error
        _ -> ok
    end.
