-module(hits).
-compile([no_auto_import, nowarn_unused_vars, nowarn_unused_function, nowarn_nomatch, inline]).
-define(FILEPATH, "src/hits.gleam").
-export([new/1, hit/2]).
-export_type([table/0]).

-type table() :: any().

-file("src/hits.gleam", 5).
-spec new(binary()) -> table().
new(Name) ->
    counter_ffi:new(Name).

-file("src/hits.gleam", 8).
-spec hit(table(), binary()) -> integer().
hit(Table, Page) ->
    counter_ffi:hit(Table, Page).
