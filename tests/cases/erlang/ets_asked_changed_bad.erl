%% The twin of ets_asked_note: the storage can become another one at any time.
-module(ets_asked_changed_bad).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2, configure/1]).

start_link(Storage) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Storage, []).

init(Storage) ->
    ets:new(settings, [named_table, public]),
    ets:new(variables, [named_table, public]),
    ets:insert(settings, {storage, Storage}),
    {ok, Storage}.

handle_call(_, _, Storage) -> {reply, ok, Storage}.

handle_cast(Storage, _) ->
    ets:insert(settings, {storage, Storage}),
    {noreply, Storage}.

storage() -> ets:lookup_element(settings, storage, 2).

place(Name) -> {Name, storage()}.

configure(Variables) ->
    case storage() of
        shared -> ok;
        _ -> lists:foreach(fun ensure/1, Variables)
    end.

ensure({Name, Value}) ->
    Place = place(Name),
    case find(Place) of
        undefined -> store(Place, Value); % expect: erlang-ets warning
        _ -> ok
    end.

find({Name, shared}) ->
    case ets:lookup(variables, Name) of % access: read
        [{_, Value}] -> {value, Value};
        [] -> undefined
    end;
find({Name, _}) -> get(Name).

store({Name, shared}, Value) -> ets:insert(variables, {Name, Value});
store({Name, _}, Value) -> put(Name, Value).
