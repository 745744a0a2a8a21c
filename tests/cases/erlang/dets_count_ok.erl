%% Dets counts by itself, and one server owns the other table.
-module(dets_count_ok).
-behaviour(gen_server).
-export([hit/1, start_link/0, init/1, handle_call/3, handle_cast/2]).

hit(Key) ->
    dets:insert_new(hits, {Key, 0}),
    dets:update_counter(hits, Key, 1). % ok: erlang-dets

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> dets:open_file(log, []).

handle_call({add, Key}, _, Log) ->
    Old = case dets:lookup(log, Key) of [] -> 0; [{_, N}] -> N end,
    {reply, dets:insert(log, {Key, Old + 1}), Log}. % ok: erlang-dets

handle_cast(_, Log) -> {noreply, Log}.
