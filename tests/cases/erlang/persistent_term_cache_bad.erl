%% Filling a cache twice is no harm, but here the late filler overwrites what was set on purpose.
-module(persistent_term_cache_bad).
-export([level/1, set_level/2]).

level(Module) ->
    case persistent_term:get({levels, Module}, none) of % access: read
        none ->
            Level = application:get_env(kernel, level, 5),
            persistent_term:put({levels, Module}, Level), % expect: erlang-persistent-term confidence>=50 "levels"
            Level;
        Level -> Level
    end.

set_level(Module, Level) -> persistent_term:put({levels, Module}, Level).
