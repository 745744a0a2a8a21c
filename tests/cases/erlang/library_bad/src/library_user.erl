%% The code that is checked uses its dependencies in two steps.
-module(library_user).
-export([hit/1]).

hit(Page) -> library_store:put(Page, library_store:get(Page) + 1). % expect: erlang-ets
