%% The first write ends the path: the second does not rely on the read any more.
%% args: --min-confidence 0
-module(registry_intervening_ok).
-export([start/2]).

start(Name, Pid) ->
    case whereis(Name) of
        undefined ->
            catch register(Name, self()), % expect: erlang-registry confidence<25
            unregister(Name),
            register(Name, Pid);
        _ ->
            ok
    end.
