%% The keys that a function makes of what it is told are some of many, and never the one that others count.
-module(key_translated_ok).
-behaviour(gen_server).
-export([start_link/0, next/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

next() -> ets:update_counter(translated, counter, 1).

init([]) -> {ok, ets:new(translated, [named_table, public])}.

key(a) -> key_a;
key(b) -> key_b;
key(c) -> key_c;
key(d) -> key_d;
key(e) -> key_e;
key(f) -> key_f;
key(g) -> key_g;
key(h) -> key_h;
key(i) -> key_i;
key(j) -> key_j;
key(k) -> key_k;
key(l) -> key_l;
key(m) -> key_m;
key(_) -> undefined.

handle_call({add, Name, Value}, _From, Tab) ->
    Key = key(Name),
    Values = ets:lookup_element(Tab, Key, 2),
    ets:insert(Tab, {Key, [Value | Values]}), % ok: erlang-ets
    {reply, ok, Tab}.

handle_cast(_, Tab) -> {noreply, Tab}.
