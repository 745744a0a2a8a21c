%% It brings a setting into another form: two processes write the same.
-module(env_normalized_note).
-export([to_list/0]).

to_list() ->
    case application:get_env(env_normalized, root) of
        {ok, Root} when is_binary(Root) ->
            application:set_env(env_normalized, root, binary_to_list(Root)); % expect: erlang-application-env note "erlang-normalized" confidence<50
        _ -> ok
    end.
