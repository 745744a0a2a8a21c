-module(gproc_name_bad).
-export([ensure/1]).
ensure(K) ->
    case gproc:where({n, l, K}) of
        undefined -> gproc:reg({n, l, K}); % expect: erlang-global confidence>=50
        Pid -> Pid
    end.
