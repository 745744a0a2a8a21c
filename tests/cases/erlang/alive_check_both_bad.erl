%% Both answers go on, but only one of them to the send, or the other one brings the process there.
-module(alive_check_both_bad).
-export([flag/1, all/1, each/1, callee/1, assert/1, started/1, later/1, number/1, again/1, given/1]).

flag(What) ->
    Alive = case whereis(flag_server) of
                undefined -> false;
                _ -> true
            end,
    case Alive of
        true -> flag_server ! What; % expect: erlang-alive-check confidence>=50
        false -> ok
    end.

all(List) ->
    [begin
         Alive = case whereis(all_server) of
                     undefined -> false;
                     _ -> true
                 end,
         case Alive of
             true -> all_server ! What; % expect: erlang-alive-check confidence>=50
             false -> ok
         end
     end || What <- List].

each(List) ->
    lists:foreach(fun(What) ->
                          case each_alive() of
                              true -> each_server ! What; % expect: erlang-alive-check confidence>=50
                              false -> ok
                          end
                  end, List).

each_alive() ->
    case whereis(each_server) of
        undefined -> false;
        _ -> true
    end.

callee(What) ->
    case alive() of
        true -> callee_server ! What; % expect: erlang-alive-check confidence>=50
        false -> ok
    end.

alive() ->
    case whereis(callee_server) of
        undefined -> false;
        _ -> true
    end.

assert(What) ->
    Alive = case whereis(assert_server) of
                undefined -> no;
                _ -> yes
            end,
    yes = Alive,
    assert_server ! What. % expect: erlang-alive-check confidence>=50

started(What) ->
    case whereis(started_server) of
        undefined ->
            register(started_server, spawn(fun() -> receive stop -> ok end end)); % expect: erlang-registry confidence>=50
        Pid when Pid =:= What -> exit(self);
        _ -> ok
    end,
    started_server ! What. % expect: erlang-alive-check confidence>=50

later(What) ->
    Alive = case whereis(later_server) of
                undefined -> false;
                Pid when Pid =:= What -> exit(self);
                _ -> true
            end,
    case Alive of
        true -> ok;
        false -> register(later_server, spawn(fun() -> receive stop -> ok end end)) % expect: erlang-registry confidence>=50
    end,
    later_server ! What. % expect: erlang-alive-check confidence>=50

number(What) ->
    Level = case whereis(number_server) of
                undefined -> 0;
                _ -> 5
            end,
    if
        Level > 3 -> number_server ! What; % expect: erlang-alive-check confidence>=50
        true -> ok
    end.

again(What) ->
    Pid = whereis(again_server),
    case Pid of
        undefined -> ok;
        _ when Pid =:= What -> exit(self);
        _ -> ok
    end,
    case Pid of
        undefined -> ok;
        _ -> again_server ! What % expect: erlang-alive-check confidence>=50
    end.

given(What) ->
    Alive = case whereis(given_server) of
                undefined -> false;
                _ -> true
            end,
    send(Alive, What). % expect: erlang-alive-check confidence>=50

send(true, What) -> given_server ! What;
send(false, _) -> ok.
