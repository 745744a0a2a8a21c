-module(counter_ffi).
-export([new/1, hit/2]).

new(Name) -> ets:new(binary_to_atom(Name), [set, public, named_table]).

hit(Table, Key) -> ets:update_counter(Table, Key, 1, {Key, 0}).
