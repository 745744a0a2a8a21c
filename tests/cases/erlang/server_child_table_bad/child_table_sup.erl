-module(child_table_sup).
-behaviour(supervisor).
-export([start_link/0, init/1]).

start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    Tab = ets:new(children, [public]),
    {ok, {{one_for_one, 1, 5}, [
        {first, {child_table, start_link, [Tab]}, permanent, 5000, worker, [child_table]},
        #{id => second, start => {child_table, start_link, [Tab]}}
    ]}}.
