%% The file can be there by the time it is opened: its contents are gone.
-module(file_open_bad).
-export([create/1]).

create(Path) ->
    case filelib:is_file(Path) of
        false -> file:open(Path, [write, binary]); % expect: erlang-file-check "exclusive"
        true -> exists
    end.
