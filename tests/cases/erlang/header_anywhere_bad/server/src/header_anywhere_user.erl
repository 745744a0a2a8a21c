%% Builds name the folders of headers with -I: a header is found wherever it is, of two the nearer one.
-module(header_anywhere_user).
-export([start/0, start_nearest/0]).
-include("header_anywhere.hrl").
-include("header_nearest.hrl").

start() ->
    case whereis(?SERVER) of % access[one]: read
        undefined -> register(?SERVER, self()); % expect[one]: erlang-registry "header_anywhere"
        _ -> ok
    end.

start_nearest() ->
    case whereis(?NAME) of % access[two]: read
        undefined -> register(?NAME, self()); % expect[two]: erlang-registry "header_nearest_server"
        _ -> ok
    end.
