//// Counts hits of pages in one step.

pub type Table

@external(erlang, "counter_ffi", "new")
pub fn new(name: String) -> Table

@external(erlang, "counter_ffi", "hit")
pub fn hit(table: Table, page: String) -> Int
