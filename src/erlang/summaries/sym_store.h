// The symbolic values of a program, each once. Thread-safe: workers that search different functions share it.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>

#include "base/growing_array.h"
#include "base/hash.h"
#include "base/id.h"

namespace dh::erlang {

struct SymId : Id<SymId> {
  using Id::Id;
};

enum class SymKind : uint8_t {
  unknown,   // equal to nothing, not even to itself
  any,       // all keys of a table
  some,      // one of too many to list
  param,     // index
  local,     // index: node; a value of the current function
  outer,     // index: node of the function around a fun
  self,      // the process that runs the function
  child,     // a process that it has started: another one each time
  foreign,   // index: node of a function that was called: another instance with each call
  constant,  // index
  function,  // index: which; what it captures is not distinguished
  tuple,
  cons,
  with,     // parts: a tuple, and what its element `index` is; the other elements are the tuple's
  list_of,  // parts: what each element is, and which list it is
  field,    // index, of one part
  head,
  tail,
  computed,  // index: operation, of the parts
  applied,   // index: a function whose answer depends on its arguments only, which are the parts
};

struct Sym {
  SymKind kind = SymKind::unknown;
  uint8_t depth = 0;
  uint8_t computed = 0;       // how often something is computed from what is computed
  bool open : 1 = false;      // has a parameter, a local or self: means something in its function only
  bool fleeting : 1 = false;  // has a part that is unknown or foreign: equality of ids proves nothing
  bool ground : 1 = false;    // one term, known to the last part: equal to itself and to no other such
  uint32_t index = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};

// Equal values have equal ids. Which number an id has depends on the schedule: nothing may depend on it.
class SymStore {
 public:
  SymStore();

  const Sym& operator[](SymId id) const { return syms_[id.value]; }
  std::span<const SymId> parts(const Sym& s) const {
    return s.count == 0 ? std::span<const SymId>() : std::span<const SymId>(&parts_[s.first], s.count);
  }
  // The value with this kind, index and parts; `hash` is of these.
  SymId intern(uint64_t hash, const Sym& value, std::span<const SymId> parts);
  bool is(SymId id, const Sym& value, std::span<const SymId> parts) const;

 private:
  struct Shard {
    std::mutex mutex;
    FlatMap<uint64_t, SymId> by_hash;  // under the next hash where one is taken by another
  };
  static constexpr size_t kShards = 16;

  SymId append(const Sym& value, std::span<const SymId> parts);

  std::unique_ptr<std::array<Shard, kShards>> shards_;
  std::mutex appending_;
  GrowingArray<Sym> syms_;
  GrowingArray<SymId> parts_;
};

}  // namespace dh::erlang
