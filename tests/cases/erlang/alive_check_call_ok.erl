%% The exit is handled, or nothing fails, or nobody has tested for the process.
-module(alive_check_call_ok).
-export([handled/1, caught/1, cast/1, untested/1, chosen/1, by_self/1]).

handled(M) ->
    case whereis(db) of
        undefined -> {error, down};
        Pid -> try gen_server:call(Pid, M) catch exit:{noproc, _} -> {error, down} end
    end.

caught(M) ->
    case whereis(db) of
        undefined -> {error, down};
        _ -> catch gen_server:call(db, M)
    end.

cast(M) ->
    case whereis(db) of
        undefined -> {error, down};
        _ -> gen_server:cast(db, M)
    end.

untested(M) -> gen_server:call(whereis(db), M).

%% Only to choose whom to ask.
chosen(M) ->
    Name = case whereis(db) of
        undefined -> other;
        _ -> db
    end,
    gen_server:cast(Name, M).

%% Nobody holding the name gets to the send as well: it was not looked for to keep that from happening.
by_self(M) ->
    case whereis(db) =:= self() of % ok: erlang-alive-check
        true -> M;
        false -> db ! M
    end.
