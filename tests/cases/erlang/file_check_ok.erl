-module(file_check_ok).
-export([prepare/1]).

prepare(Dir) ->
    case file:make_dir(Dir) of % ok: erlang-file-check
        ok -> ok;
        {error, eexist} -> ok
    end.
