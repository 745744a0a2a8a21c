%% Who goes on has got an answer that comes from a clause without a look-up.
-module(clause_by_result_ok).
-export([open/0, handle/2, watch/0]).

open() -> ets:new(replies, [named_table, public]).

handle(Id, Request) ->
    case try_it(Id, Request) of
        {pending, _} -> ets:insert(replies, {Id, waiting}); % ok: erlang-ets
        Other -> Other
    end.

try_it(Id, Request) ->
    case Request of
        {long, Data} -> {pending, Data};
        {short, _} -> answer(Id);
        _ -> ignore
    end.

answer(Id) ->
    case ets:lookup(replies, Id) of
        [] -> ignore;
        [Reply] -> {ok, Reply}
    end.

%% It sends when nobody was there before: it does not rely on somebody.
watch() ->
    case running() of
        false ->
            start(),
            watcher ! hello; % ok: erlang-alive-check
        true -> known
    end.

running() ->
    case whereis(watcher) of
        undefined -> false;
        _ -> true
    end.

start() -> proc_lib:start(?MODULE, init, []).
