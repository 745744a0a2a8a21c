-module(added_sup).
-behaviour(supervisor).
-export([start_link/0, init/1, add_two/0]).

start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    {ok, {#{strategy => simple_one_for_one}, [#{id => worker, start => {added, start_link, [worker]}}]}}.

add_two() ->
    Tab = ets:new(added, [public]),
    supervisor:start_child(?MODULE, [Tab]),
    supervisor:start_child(?MODULE, [Tab]).
