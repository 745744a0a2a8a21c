%% Others only add under keys that nobody has seen before: the server is alone with those that it has found.
-module(ets_fresh_key_note).
-behaviour(gen_server).
-export([start_link/0, ask/1, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

ask(Question) ->
    Ref = make_ref(),
    ets:insert(questions, {{ask, Ref}, Question, 0}),
    gen_server:cast(?MODULE, {try_again, Ref}).

init([]) -> {ok, ets:new(questions, [named_table, public])}.

handle_cast({try_again, Ref}, State) ->
    case ets:lookup(questions, {ask, Ref}) of % access: read
        [{Key, Question, N}] -> ets:insert(questions, {Key, Question, N + 1}); % expect: erlang-ets note confidence<50 "erlang-others-fresh-key"
        [] -> ok
    end,
    {noreply, State}.

handle_call(_, _From, State) -> {reply, ok, State}.
