%% A change of a part of a setting undoes the change that another process makes in between.
-module(env_update_bad).
-export([add_plugin/1, set_level/1]).

add_plugin(Plugin) ->
    Plugins = application:get_env(env_update, plugins, []), % access[add]: read
    application:set_env(env_update, plugins, [Plugin | Plugins]). % expect[add]: erlang-application-env error confidence>=70 "erlang-settings-update"

set_level(Level) ->
    Sinks = application:get_env(env_update, sinks, []), % access[set]: read
    application:set_env(env_update, sinks, lists:keystore(level, 1, Sinks, {level, Level})). % expect[set]: erlang-application-env error confidence>=70
