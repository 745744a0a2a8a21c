-module(application_env_bad).
-export([bump/0]).

bump() ->
    {ok, N} = application:get_env(my_app, restarts), % access: read
    application:set_env(my_app, restarts, N + 1). % expect: erlang-application-env error "my_app, key restarts"
