%% What follows the look in a try may fail before the write does: the handler writes on what was seen.
-module(try_write_bad).
-export([init/0, count/1, stamp/1, save/2, before/2]).

init() -> ets:new(try_tab, [named_table, public]).

count(K) ->
    try
        [{_, V}] = ets:lookup(try_tab, K), % access[found]: read; access[none]: read
        ets:insert(try_tab, {K, V + 1}) % expect[found]: erlang-ets confidence>=80 "try_tab, key K"
    catch
        error:_ -> ets:insert(try_tab, {K, 1}) % expect[none]: erlang-ets confidence>=70 "try_tab, key K"
    end.

stamp(K) ->
    try
        case ets:lookup(try_tab, K) of % access[s]: read; access[t]: read
            [{_, V}] -> ets:insert(try_tab, {K, V + 1}); % expect[s]: erlang-ets confidence>=80
            [] -> throw(none)
        end
    catch
        none -> ets:insert(try_tab, {K, erlang:system_time()}) % expect[t]: erlang-ets confidence>=70
    end.

%% Another function may fail in between.
save(K, F) ->
    try
        Old = ets:lookup(try_tab, K), % access[v]: read; access[w]: read
        New = F(Old),
        ets:insert(try_tab, {K, New}) % expect[v]: erlang-ets confidence>=80
    catch
        _:Reason -> ets:insert(try_tab, {K, {failed, Reason}}) % expect[w]: erlang-ets confidence>=70
    end.

%% The look is before the try.
before(K, F) ->
    case ets:lookup(try_tab, K) of % access[x]: read; access[y]: read
        [] ->
            try
                New = F(K),
                ets:insert(try_tab, {K, New}) % expect[x]: erlang-ets confidence>=70
            catch
                throw:_ -> ets:insert(try_tab, {K, erlang:system_time()}) % expect[y]: erlang-ets confidence>=70
            end;
        _ ->
            ok
    end.
