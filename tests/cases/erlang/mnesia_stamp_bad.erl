%% A reference count kept by dirty operations; the key of the record that is written is its default.
-module(mnesia_stamp_bad).
-export([table_func/2]).

-record(time_stamp, {key = ref_count, data}).

table_func(new, _Args) ->
    create_time_stamp_table();
table_func(_Other, _Args) ->
    ok.

create_time_stamp_table() ->
    Props = [{type, set}, {attributes, record_info(fields, time_stamp)}],
    create_table(time_stamp, Props, ram_copies, false),
    NRef =
        case mnesia:dirty_read(time_stamp, ref_count) of % access: read
            [] -> 1;
            [#time_stamp{data = Ref}] -> Ref + 1
        end,
    mnesia:dirty_write(#time_stamp{data = NRef}). % expect: erlang-mnesia "time_stamp, key ref_count"

create_table(Name, Props, Copies, _Local) ->
    mnesia:create_table(Name, [{Copies, [node()]} | Props]).
