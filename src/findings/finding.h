// The one value that every analysis produces and every report prints.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "findings/confidence.h"
#include "findings/fix.h"
#include "findings/rule.h"
#include "source/place.h"

namespace dh {

// One step of a call stack, outermost last.
struct Frame {
  std::string function;
  Place place;       // of the call (or of the access, in the innermost frame)
  std::string note;  // such as "starts the thread"; usually empty

  friend auto operator<=>(const Frame&, const Frame&) = default;
};

enum class AccessKind { read, write, update, other };  // update: reads and writes, such as +=

struct Access {
  AccessKind kind = AccessKind::other;
  Place place;
  std::string description;   // "writes A[i + 1]"; follows the thread's name in a sentence
  std::string symbol;        // enclosing function or method, stable when lines move
  std::string thread;        // thread, process or entry point: "thread forked at ...", "Foo.put(Object)"
  std::vector<Frame> stack;  // innermost first; may be empty
  std::vector<std::string> locks;  // held, by name; "lock (read)" for read mode
  bool knows_locks = true;         // else `locks` is empty: a tool may keep them of the later access only

  friend auto operator<=>(const Access&, const Access&) = default;
};

// The thing two accesses fight for.
struct SharedThing {
  std::string kind;  // "variable", "field", "ets table", "cell", "lock", ...
  std::string name;  // "Counter.count"; qualified, part of the fingerprint

  friend auto operator<=>(const SharedThing&, const SharedThing&) = default;
};

// A concrete case that shows the problem.
struct Witness {
  std::string summary;                                      // one sentence
  std::vector<std::pair<std::string, std::string>> values;  // ("n", "5"), ("thread 1: i", "0")
  std::vector<std::string> steps;                           // an interleaving, in order

  friend auto operator<=>(const Witness&, const Witness&) = default;
};

struct RelatedPlace {
  Place place;
  std::string message;

  friend auto operator<=>(const RelatedPlace&, const RelatedPlace&) = default;
};

struct Finding {
  Rule rule{};
  Place place;          // primary: see the design's list by rule
  std::string message;  // one sentence, without the place
  SharedThing shared;
  std::vector<Access> accesses;       // the one at the primary place first, where there is one
  std::vector<RelatedPlace> related;  // further places that are not accesses
  std::optional<Witness> witness;
  std::string hint;        // how to fix it
  std::optional<Fix> fix;  // the same as a change of the text, where that is sure
  Confidence confidence;
  // What it can do at worst: the level is at most this, unless the configuration gives the rule another one.
  Level max_level = Level::error;

  // Filled in by finish_findings (pipeline.h); analyses leave them alone.
  Level level = Level::note;
  std::string fingerprint;
};

std::string_view access_kind_name(AccessKind kind);

}  // namespace dh
