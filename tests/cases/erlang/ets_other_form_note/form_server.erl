-module(form_server).
-behaviour(gen_server).
-export([start_link/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

init([]) -> {ok, none}.

handle_call({bump, Key, By}, _From, State) -> {reply, form_counts:bump(Key, By), State}.

handle_cast(_, State) -> {noreply, State}.
