%% What was read is in the tuple, but no pattern looks at it.
-module(case_of_tuple_ok).
-export([init/0, a/3]).

init() -> ets:new(modes, [named_table, public]).

a(Mode, K, V) ->
    Old = ets:lookup(modes, K),
    case {Mode, Old} of
        {read, _} -> Old;
        {set, _} -> ets:insert(modes, {K, V}) % ok: erlang-ets
    end.
