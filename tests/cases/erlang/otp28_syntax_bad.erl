%% What OTP 26 to 28 added to the language, with a race in it.
-module(otp28_syntax_bad).
-moduledoc """
Docs with "quotes" and -define(X, y).
""".
-moduledoc #{since => "1.0"}.
-export([start/1, names/3, pairs/2]).
-nominal name() :: atom().
-doc ~"starts it".
-doc #{equiv => start(a)}.
-spec start(name()) -> ok | {error, term()}.
start(Name) ->
    maybe
        undefined ?= whereis(Name), % access: read
        Text = ~S(a \ b),
        Bytes = ~b"x",
        {ok, Pid} ?= spawned(Text, Bytes),
        true = register(Name, Pid), % expect: erlang-registry error
        ok
    else
        Other when is_pid(Other) -> {error, {already, Other}};
        {error, _} = Error -> Error
    end.

-doc false.
spawned(Text, Bytes) ->
    {ok, spawn(fun() -> receive {Text, Bytes} -> ok end end)}.

-doc """
  Strict and zip generators, maps from maps.
  """.
names(A, B, M) ->
    [{X, Y} || X <- A && Y <- B] ++ [X || X <:- A] ++ [V || <<V>> <:= <<1, 2>>] ++
        maps:to_list(#{K => V || K := V <- M, V =/= none}) ++ [K || K := _ <:- M].

pairs(L, B) -> << <<X, Y>> || X <- L && <<Y>> <= B >>.
