%% Taking a name away twice does no harm, and who is started for it does that any time later.
-module(global_unregister_note).
-export([leave/1, leave_later/1, join/1]).

join(Name) -> global:re_register_name(Name, self()).

leave(Name) ->
    case global:whereis_name(Name) of
        undefined -> ok;
        _ -> global:unregister_name(Name) % expect: erlang-global "erlang-removal"
    end.

leave_later(Name) ->
    case global:whereis_name(Name) of
        undefined -> ok;
        _ -> spawn(fun() -> global:unregister_name(Name) end) % expect: erlang-global "erlang-started-later"
    end.
