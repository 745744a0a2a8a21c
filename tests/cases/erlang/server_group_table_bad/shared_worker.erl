%% One supervisor makes the table, and gives it to all workers.
-module(shared_worker).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {tab, seen = 0}).

start_link(Tab) -> gen_server:start_link(?MODULE, Tab, []).

init(Tab) -> {ok, #state{tab = Tab}}.

handle_call(_, _From, State) -> {reply, ok, State}.

handle_cast({add, Kind, Pid}, State) -> {noreply, add(Kind, Pid, State)}.

add(Kind, Pid, #state{tab = Tab, seen = Seen} = State) ->
    add_member(Tab, Kind, Pid),
    State#state{seen = Seen + 1}.

add_member(Tab, Kind, Pid) ->
    case ets:lookup(Tab, {members, Kind}) of % access: read
        [{_, Pids}] -> ets:insert(Tab, {{members, Kind}, [Pid | Pids]}); % expect: erlang-ets confidence>=50
        [] -> ets:insert_new(Tab, {{members, Kind}, [Pid]})
    end.
