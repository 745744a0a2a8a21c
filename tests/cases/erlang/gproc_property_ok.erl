-module(gproc_property_ok).
-export([init/0, bump/1, tagged/0]).
init() -> gproc:reg({p, l, bumps}, 0).
bump(N) ->
    V = gproc:get_value({p, l, bumps}),
    gproc:set_value({p, l, bumps}, V + N).
tagged() ->
    case gproc:lookup_pids({p, l, tag}) of
        [] -> gproc:reg({p, l, tag}); % ok: erlang-global
        _ -> ok
    end.
