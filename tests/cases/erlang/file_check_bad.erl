-module(file_check_bad).
-export([prepare/1]).

prepare(Dir) ->
    case filelib:is_dir(Dir) of % access: read
        false -> ok = file:make_dir(Dir); % expect: erlang-file-check note "Dir"
        true -> ok
    end.
