%% The same, repaired in two ways: a transaction, and the atomic counter.
-module(mnesia_stamp_ok).
-export([in_transaction/0, with_counter/0]).

-record(time_stamp, {key = ref_count, data}).

in_transaction() ->
    mnesia:transaction(fun() ->
        NRef =
            case mnesia:read(time_stamp, ref_count) of
                [] -> 1;
                [#time_stamp{data = Ref}] -> Ref + 1
            end,
        mnesia:write(#time_stamp{data = NRef}) % ok: erlang-mnesia
    end).

with_counter() ->
    case mnesia:dirty_read(time_stamp, ref_count) of
        [] -> mnesia:dirty_update_counter(time_stamp, ref_count, 1);
        [_] -> mnesia:dirty_update_counter({time_stamp, ref_count}, 1)
    end.
