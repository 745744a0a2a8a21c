// What a function does to shared state, seen from outside: composed bottom-up over the call graph, so the
// cost grows with the size of the program and not with the number of its paths. What keeps summaries small is
// in summary_bound.cpp.
#pragma once

#include <vector>

#include "erlang/summaries/chains.h"
#include "erlang/summaries/domain.h"
#include "erlang/summaries/read_set.h"

namespace dh::erlang {

// Which parameters something depends on, and which reads. Bit 63 of params: what a fun captured.
struct Taint {
  ReadSet reads;
  uint64_t params = 0;

  Taint& operator|=(const Taint& t) {
    reads |= t.reads;
    params |= t.params;
    return *this;
  }
  friend bool operator==(const Taint&, const Taint&) = default;
};
constexpr uint64_t kCaptured = uint64_t{1} << 63;
inline uint64_t param_bit(size_t i) {
  return uint64_t{1} << (i < 62 ? i : 62);
}

// A parameter (or part of it) has to be one of these for the operation to be reached.
struct Condition {
  SymId value;
  DomainId domain;

  friend bool operator==(const Condition&, const Condition&) = default;
};

struct ReadSummary {
  Location location;
  Site site;
  ChainId chain;
  bool contextual = false;
  bool to_result = false;      // the function's result depends on it
  bool decides = false;        // the function only returns when the read gave what it wanted
  bool absent = false;         // on the paths where the answer was: there is nothing
  bool relied = false;         // what it found was removed, and nothing done where it found nothing
  Guards guards = 0;           // that are held there
  std::vector<SymId> results;  // what the function can give on the paths through the read; none: not known
  std::vector<Condition> conditions;
};

struct WriteSummary {
  Location location;
  Site site;
  ChainId chain;
  SymId value;                  // what is written besides the key, or unknown
  uint64_t data_params = 0;     // its arguments depend on these parameters
  uint64_t control_params = 0;  // whether it happens does
  bool contextual = false;
  bool handled = false;    // inside try or catch
  bool spawned = false;    // in another process
  bool owned = false;      // only after a test that this process holds a name
  bool renewed = false;    // what decides on it is read again before it
  bool forwarded = false;  // of a message: it was put together above the function that sends it
  Guards guards = 0;       // that are held there
  std::vector<Condition> conditions;
  std::vector<SymId> payload;  // of a message: parts of it are these parameters, or elements of them
};

constexpr size_t kMaxPayload = 8;

constexpr uint32_t kHandlersAbove = 3;  // calls above a write in which a try is looked for

struct Summary {
  bool returns = true;
  // The paths where a read finds nothing are not followed, because there are too many: in doubt somebody
  // relies on what was found. From then on it stays so.
  bool without_absent = false;
  std::vector<SymId> results;        // what it can give, in terms of parameters; none: not known
  uint64_t result_params = 0;        // the result depends on these parameters
  uint64_t calls_params = 0;         // these parameters are funs that it calls or starts
  uint64_t ends_params = 0;          // these parameters are processes or tables that it ends
  std::vector<ReadSummary> reads;    // that reach its end
  std::vector<ReadSummary> thrown;   // on which what it throws depends, at most kMaxThrown
  std::vector<WriteSummary> writes;  // that are reached from its beginning
  std::vector<Location> written;     // on every path
  // A walk of the function would find pairs, or writes that its callers cannot know better.
  bool needs_collecting = false;
};

constexpr size_t kMaxThrown = 16;

// Equal but for the order and the calls that lead to the items.
bool same_summary(const Summary& a, const Summary& b);

// What joining the items of a function's summary takes.
struct Joining {
  const Core& core;
  const SymTable& syms;
  DomainTable& domains;
  SiteGroups& groups;
  uint32_t component;  // of the call graph, with the function in it
  size_t most_items;   // one by one, of reads and of writes
};

// The operation that an item is about.
struct OperationKey {
  Site site;
  uint32_t state = 0;
  bool variant = false;  // of a read: absent; of a write: in another process
  bool contextual = false;

  friend auto operator<=>(const OperationKey&, const OperationKey&) = default;
  friend size_t hash_value(const OperationKey& k) {
    return hash_combine(hash_value(k.site), k.state * 4 + k.variant * 2U + k.contextual);
  }
};
inline OperationKey operation_of(const ReadSummary& r) {
  return {r.site, r.location.state, r.absent, r.contextual};
}
inline OperationKey operation_of(const WriteSummary& a) {
  return {a.site, a.location.state, a.spawned, a.contextual};
}

// The identity of an item in a summary.
struct ItemKey {
  OperationKey operation;
  SymId table, key;

  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
  friend size_t hash_value(const ItemKey& k) {
    return hash_combine(hash_value(k.operation), static_cast<uint64_t>(k.table.value) << 32 | k.key.value);
  }
};
template <typename Item>
ItemKey identity_of(const Item& item) {
  return {operation_of(item), item.location.table, item.location.key};
}

// Makes `known` hold for what `now` says as well; whether that changed it. What may happen only grows and
// what is sure to happen only shrinks.
bool widen_item(ReadSummary& known, const ReadSummary& now, DomainTable& domains);
bool widen_item(WriteSummary& known, const WriteSummary& now, DomainTable& domains);
// `to_the_end`: an item that changes changes for the last time.
bool widen(Summary& known, Summary&& now, const Joining& joining, bool to_the_end);

// Makes `known` hold on the paths that `now` is about as well; whether that changed it.
bool join_conditions(std::vector<Condition>& known, const std::vector<Condition>& now, DomainTable& domains);

// At most so many locations for each operation (a quarter where they depend on parameters): of more it is
// only known that they are some. And not more than some hundred operations one by one.
void bound(Summary& summary, size_t most, const Joining& joining);
// Puts what `now` says of something that is joined in `known` to that.
void absorb(const Summary& known, Summary& now, const Joining& joining);

}  // namespace dh::erlang
