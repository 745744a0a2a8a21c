%% register_name only answers `no` when another process was faster: both go on as if they had the name.
-module(global_answer_bad).
-export([ignored/1, returned/1]).

ignored(Pid) ->
    case global:whereis_name(ignored) of % access[ignored]: read
        undefined ->
            global:register_name(ignored, Pid), % expect[ignored]: erlang-global "ignored"
            {ok, Pid};
        Other -> {ok, Other}
    end.

returned(Pid) ->
    case global:whereis_name(returned) of % access[returned]: read
        undefined -> global:register_name(returned, Pid); % expect[returned]: erlang-global "returned"
        _ -> no
    end.
