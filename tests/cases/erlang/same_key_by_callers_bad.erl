%% A helper gets the name that it looks up and the one that it registers as two arguments; its callers pass one name.
-module(same_key_by_callers_bad).
-export([start/1, start_tagged/1, start_each/1, start_in_process/1, serve/1, started/2, init/0, bump/1, add/1]).

start(Name) -> ensure(Name, Name).

ensure(Wanted, Name) ->
    case whereis(Wanted) of % access[plain]: read
        undefined -> register(Name, self()); % expect[plain]: erlang-registry confidence>=70
        _ -> ok
    end.

start_tagged({server, Name} = Spec) ->
    Start = fun() ->
        case whereis(element(2, Spec)) of % access[fun]: read
            undefined -> register(Name, self()); % expect[fun]: erlang-registry confidence>=70
            _ -> ok
        end
    end,
    Start().

start_each(Names) -> each(Names, Names).

each([Wanted | _], [Name | _]) ->
    case whereis(Wanted) of % access[head]: read
        undefined -> register(Name, self()); % expect[head]: erlang-registry confidence>=70
        _ -> ok
    end.

start_in_process(Name) -> spawn(?MODULE, started, [Name, Name]).

started(Wanted, Name) ->
    case whereis(Wanted) of % access[process]: read
        undefined -> register(Name, self()); % expect[process]: erlang-registry confidence>=70
        _ -> ok
    end.

serve(Key) -> spawn(fun() -> loop(Key, Key) end).

loop(Read, Write) ->
    receive
        bump ->
            [{_, N}] = ets:lookup(same_key_by_callers, Read), % access[loop]: read
            ets:insert(same_key_by_callers, {Write, N + 1}), % expect[loop]: erlang-ets confidence>=70
            loop(Read, Write)
    end.

init() -> ets:new(same_key_by_callers, [named_table, public]).

bump(Key) -> first(Key, Key).

first(From, To) -> second(From, To, 1).

second(From, To, By) ->
    [{_, N}] = ets:lookup(same_key_by_callers, From), % access[deep]: read
    third(To, N + By). % expect[deep]: erlang-ets confidence>=70

third(Key, N) -> ets:insert(same_key_by_callers, {Key, N}).

add(Key) -> copy(Key, Key).

copy(From, To) ->
    F = fun([{_, N}]) -> ets:insert(same_key_by_callers, {To, N + 1}) end, % expect[value]: erlang-ets confidence>=70
    F(ets:lookup(same_key_by_callers, From)). % access[value]: read
