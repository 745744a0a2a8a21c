%% Each worker is started with a table of its own; who makes it fills it before.
-module(ets_given_ok).
-export([start/1, start_by_helper/1]).

start(File) ->
    Table = ets:new(words, [public]),
    ets:insert(Table, {total, 0}),
    spawn_link(fun() -> work(Table, File) end).

start_by_helper(File) ->
    Table = ets:new(words, [public]),
    start_worker(File, {options, Table}).

start_worker(File, {options, Table}) when is_list(File) -> spawn(fun() -> work(Table, File) end);
start_worker(File, Options) -> spawn_link(fun() -> work(element(2, Options), File) end).

work(Table, File) ->
    [count(Table, Word) || Word <- words(File)],
    done.

words(File) ->
    {ok, Text} = file:read_file(File),
    binary:split(Text, <<" ">>, [global]).

count(Table, Word) ->
    case ets:lookup(Table, Word) of
        [] -> ets:insert(Table, {Word, 1}); % ok: erlang-ets
        [{_, N}] -> ets:insert(Table, {Word, N + 1}) % ok: erlang-ets
    end.
