%% Filled once with what every process would compute: two may do it twice, nothing is lost.
-module(persistent_term_cache_note).
-export([get/0]).

get() ->
    case persistent_term:get(limits, undefined) of % access: read
        undefined ->
            Limits = length(nodes()),
            persistent_term:put(limits, Limits), % expect: erlang-persistent-term note confidence<50 "erlang-repeated-work"
            Limits;
        Limits ->
            Limits
    end.
