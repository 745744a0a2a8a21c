-module(hits).
-compile([no_auto_import, nowarn_unused_vars, nowarn_unused_function, nowarn_nomatch, inline]).
-define(FILEPATH, "src/hits.gleam").
-export([new/1, lookup/2, insert/3, hit/2]).
-export_type([table/0]).

-if(?OTP_RELEASE >= 27).
-define(MODULEDOC(Str), -moduledoc(Str)).
-define(DOC(Str), -doc(Str)).
-else.
-define(MODULEDOC(Str), -compile([])).
-define(DOC(Str), -compile([])).
-endif.

?MODULEDOC(" Counts hits of pages in a public table, from any process.\n").

-type table() :: any().

-file("src/hits.gleam", 8).
-spec new(binary()) -> table().
new(Name) ->
    app_ffi:new(Name).

-file("src/hits.gleam", 11).
-spec lookup(table(), binary()) -> {ok, integer()} | {error, nil}.
lookup(Table, Page) ->
    app_ffi:lookup(Table, Page).

-file("src/hits.gleam", 14).
-spec insert(table(), binary(), integer()) -> nil.
insert(Table, Page, Hits) ->
    app_ffi:insert(Table, Page, Hits).

-file("src/hits.gleam", 17).
-spec hit(table(), binary()) -> integer().
hit(Table, Page) ->
    Hits = begin
        _pipe = app_ffi:lookup(Table, Page),
        unwrap(_pipe, 0)
    end,
    app_ffi:insert(Table, Page, Hits + 1),
    Hits + 1.

-spec unwrap({ok, integer()} | {error, nil}, integer()) -> integer().
unwrap(Result, Default) ->
    case Result of
        {ok, V} ->
            V;

        {error, _} ->
            Default
    end.
