%% Opened so that only one process creates it, and opened to be read.
-module(file_open_ok).
-export([create/1, look/1]).

create(Path) ->
    case filelib:is_file(Path) of
        false -> file:open(Path, [write, exclusive]); % ok: erlang-file-check
        true -> exists
    end.

look(Path) ->
    case filelib:is_file(Path) of
        true -> file:open(Path, [read, binary]); % ok: erlang-file-check
        false -> none
    end.
