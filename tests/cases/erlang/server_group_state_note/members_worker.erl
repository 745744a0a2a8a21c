%% Each group has a table and one worker. The state goes through functions that give a new one, and into funs.
-module(members_worker).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).

-record(state, {tab, seen = 0, last}).

start_link(Tab) -> gen_server:start_link(?MODULE, Tab, []).

init(Tab) -> {ok, #state{tab = Tab}}.

handle_call({add_if_new, Kind, Pid}, _From, State) ->
    case check(Pid, State) of
        {ok, Checked} -> {reply, ok, add(Kind, Pid, Checked)};
        {error, Reason} -> {reply, Reason, State}
    end.

handle_cast({add, Kinds, Pid}, State0) ->
    State = counted(State0),
    lists:foreach(fun(Kind) -> add(Kind, Pid, State) end, Kinds),
    {noreply, State}.

counted(#state{seen = Seen} = State) when Seen < 100 -> State#state{seen = Seen + 1};
counted(State) -> State.

check(Pid, #state{last = Pid}) -> {error, known};
check(Pid, State) -> {ok, State#state{last = Pid}}.

add(Kind, Pid, #state{tab = Tab} = State) ->
    case ets:lookup(Tab, {members, Kind}) of
        [{_, Pids}] -> ets:insert(Tab, {{members, Kind}, [Pid | Pids]}); % expect: erlang-ets note "erlang-key-of-server" confidence<50
        [] -> ets:insert_new(Tab, {{members, Kind}, [Pid]})
    end,
    State.
