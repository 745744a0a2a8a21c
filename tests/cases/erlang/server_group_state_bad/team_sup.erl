-module(team_sup).
-behaviour(supervisor).
-export([start_link/0, init/1]).

start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    Tab = ets:new(teams, [public]),
    {ok, {{one_for_all, 1, 5}, [
        #{id => first, start => {team_worker, start_link, [Tab]}},
        #{id => second, start => {team_worker, start_link, [Tab]}}
    ]}}.
