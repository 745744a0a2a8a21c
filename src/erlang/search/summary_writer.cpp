#include "erlang/search/summary_writer.h"

#include <algorithm>

namespace dh::erlang {

void SummaryWriter::on_write(Write& w, bool shared, PathState& s) {
  if (w.by_unknown_call) return;
  out_.needs_collecting = out_.needs_collecting || !w.told;
  // What is sure of a function in a recursion is not known before the recursion is solved.
  if (shared && !in_.context.is_recursive(in_.id)) {
    std::vector<Meeting> for_callers;
    std::vector<Meeting> met = frame_.pairs.find(w, s, &for_callers);
    out_.needs_collecting = out_.needs_collecting || !met.empty() || !for_callers.empty();
    w.renewed = w.renewed ||
                std::any_of(met.begin(), met.end(), [](const Meeting& m) { return m.pair.decides_surely(); });
  }
  if (!w.atomic && shared) keep(w, s);
}

// Pairs of callees are known when those are collected; see collect_pairs.
void SummaryWriter::on_callee(const CalleeEntry& entry) {
  if (!entry.target.function.valid() || out_.needs_collecting) return;
  const std::vector<FunctionId>& users = in_.context.graph.users[entry.target.function.index()];
  out_.needs_collecting = !std::binary_search(users.begin(), users.end(), in_.id);
}

// Callers see a write unless something before it in this function has written the same location.
void SummaryWriter::keep(const Write& w, const PathState& s) {
  bool lasting = !in_.syms[w.location.table].fleeting && !in_.syms[w.location.key].fleeting;
  if (lasting && std::find(s.written.begin(), s.written.end(), w.location) != s.written.end()) return;
  WriteSummary kept;
  kept.location = frame_.values.exported(w.location);
  if (in_.locations.cannot_match(kept.location)) return;
  kept.value = frame_.values.exported(w.value);
  kept.site = w.site;
  kept.data_params = w.data.params;
  kept.control_params = w.control.params;
  kept.contextual = w.contextual;
  kept.handled = w.handled;
  kept.spawned = w.spawned;
  kept.owned = w.owned;
  kept.renewed = w.renewed;
  kept.guards = w.guards | (w.spawned ? Guards() : guards_);
  kept.forwarded = frame_.messages.keep_payload(w, kept.payload) || w.forwarded;
  if (in_.state_of(w.location).messages && kept.payload.empty()) return;
  auto [number, is_new] = writes_.add({kept.location, kept.site, kept.spawned});
  if (!is_new) return join(out_.writes[number], kept, w);
  kept.conditions = frame_.conditions.here(w.conditions, ConditionScope::callers);
  kept.chain = w.chain_from(in_.chains);
  out_.writes.push_back(std::move(kept));
}

void SummaryWriter::join(WriteSummary& known, const WriteSummary& kept, const Write& w) {
  known.data_params |= kept.data_params;
  known.control_params |= kept.control_params;
  frame_.messages.keep_payload(w, known.payload);
  known.handled = known.handled && kept.handled;
  known.owned = known.owned && kept.owned;
  known.renewed = known.renewed && kept.renewed;
  known.forwarded = known.forwarded && kept.forwarded;
  known.guards &= kept.guards;
  if (known.value != kept.value) known.value = in_.syms.unknown();
  if (!known.conditions.empty())
    join_conditions(known.conditions, frame_.conditions.here(w.conditions, ConditionScope::callers),
                    in_.domains);
  if (w.length(in_.chains) < in_.chains.length(known.chain)) known.chain = w.chain_from(in_.chains);
}

// What the function gives; nothing where that is of no use to callers.
void SummaryWriter::add_results() {
  frame_.assumed.possible_values(frame_.values.of(in_.f.result), out_.results);
  for (SymId& one : out_.results) one = frame_.values.exported(one);
  bool useful = std::any_of(out_.results.begin(), out_.results.end(), [&](SymId one) {
    const Sym& s = in_.syms[one];
    bool built = s.kind == SymKind::tuple || s.kind == SymKind::cons || s.kind == SymKind::with ||
                 s.kind == SymKind::list_of;
    return built || (!s.fleeting && (s.kind != SymKind::constant || out_.results.size() == 1));
  });
  if (!useful) out_.results.clear();
}

// What depends on the read in this function is for the one who asks to add.
ReadSummary SummaryWriter::for_callers(const PendingRead& o) {
  ReadSummary read;
  read.location = frame_.values.exported(o.location);
  read.site = o.site;
  read.chain = o.chain;
  read.contextual = o.contextual;
  read.absent = o.absent;
  read.relied = o.relied;
  read.guards = o.guards | guards_;
  std::copy_if(o.conditions.begin(), o.conditions.end(), std::back_inserter(read.conditions),
               [&](const Condition& c) { return is_by_parameter(in_.syms, c.value); });
  return read;
}

void SummaryWriter::add_thrown() {
  for (uint32_t which : frame_.exceptions.thrown()) {
    ReadSummary read = for_callers(frame_.reads[which]);
    read.to_result = true;
    if (!in_.locations.cannot_match(read.location)) out_.thrown.push_back(std::move(read));
  }
}

void SummaryWriter::on_end(const PathState& s, const Taint& control, bool by_clauses) {
  out_.returns = !s.dead;
  add_thrown();
  if (s.dead) return;
  ReadSet to_result;
  ValueId result = in_.f.result;
  if (result.valid()) {
    add_results();
    out_.result_params = frame_.taints.of(result).params;
    to_result = frame_.taints.of(result).reads;
  }
  for (uint32_t index : s.pending) {
    const PendingRead& o = frame_.reads[index];
    ReadSummary read = for_callers(o);
    read.to_result = by_clauses ? o.to_result : to_result.meets(o.bit);
    read.decides = by_clauses ? o.decides : control.reads.meets(o.bit);
    if (!result.valid() || !frame_.outcomes.results_of(o, result, read.results)) read.results.clear();
    // A read that nobody can depend on any more is of no use to callers.
    if ((read.to_result || read.decides || read.relied) && !in_.locations.cannot_match(read.location))
      out_.reads.push_back(std::move(read));
  }
  for (const Location& d : s.written) out_.written.push_back(frame_.values.exported(d));
}

}  // namespace dh::erlang
