%% A change of a part of a setting undoes another change for certain: an error although the confidence is below 80.
-module(level_setting_bad).
-export([add_listener/1]).

add_listener(Port) ->
    Listeners = application:get_env(shop, listeners, []),
    application:set_env(shop, listeners, [Port | Listeners]). % expect: erlang-application-env error confidence<80
