%% Ways in which another process gets a table that has no name.
-module(ets_handed_over_bad).
-export([send/1, send_list/1, send_map/1, cast/1, ask/1, answer/1, store/1, store_list/1, publish/1, set/1, start/0, give/1]).
-export([init/1]).

-define(TABLE, ets:new(sums, [public])).
-define(ADD(Table), ets:insert(Table, {sum, ets:lookup_element(Table, sum, 2) + 1})).

send(Pid) -> Table = ?TABLE, Pid ! {table, Table}, ?ADD(Table). % expect: erlang-ets
send_list(Pid) -> Table = ?TABLE, Pid ! [Table], ?ADD(Table). % expect: erlang-ets
send_map(Pid) -> Table = ?TABLE, Pid ! #{table => Table}, ?ADD(Table). % expect: erlang-ets
cast(Pid) -> Table = ?TABLE, gen_server:cast(Pid, {table, Table}), ?ADD(Table). % expect: erlang-ets
ask(Pid) -> Table = ?TABLE, gen_server:call(Pid, [{table, Table}]), ?ADD(Table). % expect: erlang-ets
answer(From) -> Table = ?TABLE, gen_server:reply(From, [Table]), ?ADD(Table). % expect: erlang-ets
store(Key) -> Table = ?TABLE, ets:insert(tables, {Key, Table}), ?ADD(Table). % expect: erlang-ets
store_list(Key) -> Table = ?TABLE, ets:insert(tables, [{Key, Table}]), ?ADD(Table). % expect: erlang-ets
publish(Key) -> Table = ?TABLE, persistent_term:put(Key, [Table]), ?ADD(Table). % expect: erlang-ets
set(Key) -> Table = ?TABLE, application:set_env(sums, Key, [Table]), ?ADD(Table). % expect: erlang-ets
start() -> Table = ?TABLE, {ok, _} = gen_server:start(?MODULE, [Table], []), ?ADD(Table). % expect: erlang-ets
give(Pid) -> Table = ?TABLE, ets:give_away(Table, Pid, none), ?ADD(Table). % expect: erlang-ets

init(Tables) -> {ok, Tables}.
