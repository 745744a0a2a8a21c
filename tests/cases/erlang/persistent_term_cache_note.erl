%% Filled once with what every process would compute: two may do it twice, nothing is lost.
-module(persistent_term_cache_note).
-export([get/0, current/1]).

get() ->
    case persistent_term:get(limits, undefined) of % access: read
        undefined ->
            Limits = length(nodes()),
            persistent_term:put(limits, Limits), % expect: erlang-persistent-term note confidence<50 "erlang-filled-twice"
            Limits;
        Limits ->
            Limits
    end.

%% The same for what is there, but out of date.
current(Version) ->
    case persistent_term:get(spec, none) of % access[current]: read
        {Version, Spec} -> Spec;
        _ ->
            Spec = file:consult(Version),
            persistent_term:put(spec, {Version, Spec}), % expect[current]: erlang-persistent-term note confidence<50 "erlang-repeated-work"
            Spec
    end.
