//// Counts hits of pages in a public table, from any process. The generated Erlang says which line each function
//// begins at; lines inside of a function are counted from there in the generated text.

import gleam/result

pub type Table

@external(erlang, "app_ffi", "new")
pub fn new(name: String) -> Table

@external(erlang, "app_ffi", "lookup")
pub fn lookup(table: Table, page: String) -> Result(Int, Nil)

@external(erlang, "app_ffi", "insert")
pub fn insert(table: Table, page: String, hits: Int) -> Nil

pub fn hit(table: Table, page: String) -> Int {
  let hits = lookup(table, page) |> result.unwrap(0)
  insert(table, page, hits + 1)
  hits + 1
}

// The call of insert in the generated text:
// expect: erlang-ets "app_ffi:insert/3" confidence>=65
