%% A pattern looks at what was read.
-module(case_of_tuple_bad).
-export([init/0, a/3]).

init() -> ets:new(modes, [named_table, public]).

a(Mode, K, V) ->
    Old = ets:lookup(modes, K), % access: read
    case {Mode, Old} of
        {read, _} -> Old;
        {create, []} -> ets:insert(modes, {K, V}); % expect: erlang-ets
        {create, _} -> exists
    end.
