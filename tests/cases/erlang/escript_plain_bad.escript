%% A script without a first line for the shell, run as `escript FILE`.
main([]) -> [spawn(fun() -> start(worker) end) || _ <- [1, 2]]. % related

start(Name) ->
    case whereis(Name) of % access: read
        undefined -> register(Name, self()); % expect: erlang-registry
        _ -> ok
    end.
