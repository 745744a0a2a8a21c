-module(members_sup).
-behaviour(supervisor).
-export([start_link/1, init/1]).

start_link(Name) -> supervisor:start_link(?MODULE, Name).

init(Name) ->
    Tab = ets:new(Name, [public, named_table]),
    {ok, {{one_for_all, 1, 5}, [
        #{id => worker, start => {members_worker, start_link, [Tab]}},
        #{id => cleaner, start => {members_cleaner, start_link, [Tab]}}
    ]}}.
