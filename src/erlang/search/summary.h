// What a function does to shared state, seen from outside: composed bottom-up over the call graph, so the
// cost grows with the size of the program and not with the number of its paths.
#pragma once

#include <vector>

#include "erlang/search/domain.h"
#include "erlang/search/read_set.h"
#include "erlang/search/site_groups.h"

namespace dh::erlang {

// The shared thing an operation works on. `key` is any() for the whole table; `table` too, where there is
// none.
struct Datum {
  uint32_t state = 0;  // in Model::states
  SymId table;
  SymId key;

  friend bool operator==(const Datum&, const Datum&) = default;
};

struct ChainLink {
  Site call;
  ChainId next;
  uint32_t length = 1;
};

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
  Datum datum;
  Site site;
  ChainId chain;
  bool contextual = false;
  bool to_result = false;      // the function's result depends on it
  bool decides = false;        // the function only returns when the read gave what it wanted
  bool absent = false;         // on the ways where the answer was: there is no such thing
  bool relied = false;         // what it found was taken away, and nothing done where it found nothing
  Guards guards = 0;           // that are held there
  std::vector<SymId> results;  // what the function can give on the ways through the read; none: not known
  std::vector<Condition> conditions;
};

struct ActSummary {
  Datum datum;
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

constexpr size_t kMostPayload = 8;

constexpr uint32_t kHandlersAbove = 3;  // calls above an act that a try is looked for

// A read that reaches an act on the same datum.
struct Pair {
  uint32_t state = 0;
  Site read, act;
  ChainId read_chain, act_chain;
  FunctionId frame;  // in which the two meet
  Datum read_datum, act_datum;
  SymId value;  // that the act writes besides the key, or unknown
  Same same = Same::no;
  bool data = false;     // the act's arguments depend on the read
  bool control = false;  // whether it happens does
  bool handled = false;
  bool spawned = false;
  bool contextual = false;            // not (yet) known to be dirty
  bool unknown_call = false;          // through a call of a fun that is not followed
  bool update = false;                // the act writes what was computed from the read
  bool owned = false;                 // the act is done by the process that holds a name
  bool idle = false;                  // neither what is written nor whether depends on the read
  bool by_type = false;               // only if the datum is of a type that is not known here
  bool absent = false;                // the act is done only when the read found nothing
  bool used_after = false;            // what was read is used after the act: it is taken in two steps
  bool taken = false;                 // the very thing that was found is handed on after the act
  bool carried = false;               // the act writes what was found; its key is only likely to be the same
  bool compared = false;              // a message that holds what was read as well
  bool forwarded = false;             // a message that functions send which do not know what it is
  bool renewed = false;               // it is read again before the act, in a transaction or one of many
  std::vector<Condition> conditions;  // what the parameters of the frame have to be
  std::vector<Condition> answers;     // likewise, what the frame has been given by others
  uint32_t label = UINT32_MAX;  // in Races::labels: the key in words of the clause at hand, if they differ
  Guards guards = 0;            // that are held from before the read to the act, by what the frame calls
  bool by_key = false;          // of a helper that gets the key, in a caller that gives it
};

struct Summary {
  bool returns = true;
  // What goes on where there is no such thing is not followed, because there is too much to follow: in doubt
  // somebody relies on what was found. From then on it stays so.
  bool without_absent = false;
  std::vector<SymId> results;              // what it can give, in terms of parameters; none: not known
  uint64_t result_params = 0;              // the result depends on these parameters
  uint64_t calls_params = 0;               // these parameters are funs that it calls or starts
  uint64_t ends_params = 0;                // these parameters are processes or tables that it takes away
  std::vector<ReadSummary> reads;          // that reach its end
  std::vector<ReadSummary> thrown;         // on which what it throws depends, at most kMostThrown
  std::vector<ActSummary> acts;            // that are reached from its beginning
  std::vector<Datum> writes;               // done on every path
  std::vector<uint32_t> contextual_pairs;  // in Races::pairs: races when called inside a dirty activity
  std::vector<Pair> helper_pairs;          // about whatever key callers give
};

constexpr size_t kMostThrown = 16;

// Equal but for the order, the ways that lead to them, and pairs.
bool same_summary(const Summary& a, const Summary& b);

// What joining the items of a function's summary takes.
struct Joining {
  const Core& core;
  const SymTable& syms;
  DomainTable& domains;
  SiteGroups& groups;
  uint32_t component;  // of the call graph, with the function in it
  size_t most_items;   // one by one, of reads and of acts
};

// The operation that an item is about, in which way; with the datum it is the item's identity.
uint64_t operation_of(const ReadSummary& r);
uint64_t operation_of(const ActSummary& a);
template <typename Item>
uint64_t identity_of(const Item& item) {
  return hash_combine(operation_of(item),
                      static_cast<uint64_t>(item.datum.table.value) << 32 | item.datum.key.value);
}

// Makes `known` hold for what `now` says as well; whether that changed it. What may happen only grows and
// what is sure to happen only shrinks.
bool widen_item(ReadSummary& known, const ReadSummary& now, DomainTable& domains);
bool widen_item(ActSummary& known, const ActSummary& now, DomainTable& domains);
// `to_the_end`: an item that changes changes for the last time.
bool widen(Summary& known, Summary&& now, const Joining& joining, bool to_the_end);

// Makes `known` hold on the ways that `now` is about as well; whether that changed it.
bool join_conditions(std::vector<Condition>& known, const std::vector<Condition>& now, DomainTable& domains);

// At most so many data for each operation (a quarter where they depend on parameters): of more it is only
// known that they are some. And not more than some hundred operations one by one.
void bound(Summary& summary, size_t most, const Joining& joining);
// Puts what `now` says of something that is joined in `known` to that.
void absorb(const Summary& known, Summary& now, const Joining& joining);

}  // namespace dh::erlang
