-module(child_name_sup).
-behaviour(supervisor).
-export([start_link/0, init/1]).

start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    ets:new(children, [named_table, public]),
    {ok, {{one_for_one, 1, 5}, [#{id => one, start => {child_name, start_link, [the_child]}}]}}.
