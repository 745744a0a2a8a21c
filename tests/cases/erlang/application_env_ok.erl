-module(application_env_ok).
-export([copy/0]).

copy() ->
    {ok, N} = application:get_env(my_app, restarts),
    application:set_env(my_app, last_restarts, N). % ok: erlang-application-env
