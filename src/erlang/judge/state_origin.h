// Whether a value comes from the state of a server, as an answer.
#pragma once

namespace dh::erlang {

// Where a value can come from, all ways together. Constants come from nowhere.
struct StateOrigin {
  bool state = false;   // of a server
  bool unseen = false;  // from callers or functions that are not seen, or too far away
  bool other = false;   // from a message, another process, other tables, or several kinds of servers

  bool is_state() const { return state && !unseen && !other; }
  // As far as the callers are seen.
  bool may_be_own() const { return state && !other; }
};

}  // namespace dh::erlang
