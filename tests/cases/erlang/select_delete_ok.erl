-module(select_delete_ok).
-export([init/0, open/1, close/1]).
init() -> ets:new(refs, [named_table, public]), ok.
open(D) -> ets:update_counter(refs, D, {2, 1}, {D, 0}).
close(D) ->
    case ets:update_counter(refs, D, {2, -1}) of
        0 -> ets:select_delete(refs, [{{D, 0}, [], [true]}]); % ok: erlang-ets
        _ -> ok
    end.
