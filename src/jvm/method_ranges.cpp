// The part of MethodRewriter for loops that check at their ends what they did to arrays (jvm/range_plan.h).
#include <algorithm>
#include <cstdlib>

#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr std::string_view kReference = "L";
constexpr std::string_view kInt = "I";
constexpr size_t kMostChecks = 64;  // forms times exits of a loop
constexpr unsigned kRangeStack = 12;

enum : uint8_t { op_imul_ = 104, op_isub_ = 100 };

// Forms that one check covers: all of their elements lie `stride` apart, from the one with the lowest offset on to
// `extend` beyond it.
struct Group {
  std::vector<const RangeForm*> forms;  // in the order in which they run
  int32_t offset = 0;
  int32_t extend = 0;
  int32_t stride = 1;
};

bool together(const RangeForm& a, const RangeForm& b) {
  return !a.captured && !b.captured && a.array == b.array && a.counter == b.counter && a.factor == b.factor &&
         a.write == b.write && a.block == b.block;
}

// Takes from `forms`, sorted by offset and of one kind, as many as one check can cover, from the first on.
Group take_group(std::vector<const RangeForm*>& forms, int32_t stride) {
  Group group;
  group.offset = forms.front()->offset;
  group.stride = stride;
  bool dense = forms.size() >= static_cast<size_t>(stride) && stride > 1;
  for (int32_t i = 0; dense && i < stride; ++i)
    dense = forms[static_cast<size_t>(i)]->offset == group.offset + i;
  const int32_t step = dense ? 1 : stride;
  int32_t next = group.offset;
  int32_t last = group.offset;
  std::vector<const RangeForm*> others;
  for (const RangeForm* form : forms) {
    if (form->offset == next && (!dense || form->offset < group.offset + stride)) {
      group.forms.push_back(form);
      last = next;
      next += step;
    } else {
      others.push_back(form);
    }
  }
  group.extend = last - group.offset;
  if (dense) group.stride = 1;
  std::sort(group.forms.begin(), group.forms.end(),
            [](const RangeForm* a, const RangeForm* b) { return a->instruction < b->instruction; });
  forms = std::move(others);
  return group;
}

std::vector<Group> group_forms(const RangeLoop& loop) {
  std::vector<Group> groups;
  std::vector<bool> taken(loop.forms.size(), false);
  for (size_t i = 0; i < loop.forms.size(); ++i) {
    if (taken[i]) continue;
    std::vector<const RangeForm*> same;
    for (size_t j = i; j < loop.forms.size(); ++j) {
      if (taken[j] || (j != i && !together(loop.forms[i], loop.forms[j]))) continue;
      taken[j] = true;
      same.push_back(&loop.forms[j]);
    }
    std::stable_sort(same.begin(), same.end(),
                     [](const RangeForm* a, const RangeForm* b) { return a->offset < b->offset; });
    const RangeForm& form = loop.forms[i];
    const int32_t stride = std::abs(form.factor * loop.counters[form.counter].step);
    while (!same.empty()) groups.push_back(take_group(same, stride));
  }
  return groups;
}

}  // namespace

void MethodRewriter::check_ranges() {
  std::erase_if(plan_.loops, [this](const RangeLoop& loop) {
    if (loop.forms.size() * (loop.exits.size() + 1) <= kMostChecks) return false;
    for (const RangeForm& form : loop.forms) plan_.in_range[form.instruction] = false;
    return true;
  });
  if (plan_.loops.empty()) return;
  edits_.need_stack(kRangeStack);
  Emitter start = emitter();
  const uint32_t first = code_.max_locals + edits_.lasting_locals();
  // All locals first: a handler's frame tells of all of them.
  uint32_t local = first;
  const uint16_t object_type = shared_.file.pool.add_class("java/lang/Object");
  for (const RangeLoop& loop : plan_.loops) {
    for (size_t i = 0; i < loop.arrays.size(); ++i) {
      edits_.lasting_local(object_type);
      start.op(op_aconst_null).store(kReference, local++);
    }
    size_t ints = 2 * loop.counters.size() + loop.forms.size();
    for (const RangeForm& form : loop.forms) ints += form.captured ? 1 : 0;
    for (size_t i = 0; i < ints; ++i) {
      edits_.lasting_local(CodeEdits::kInt);
      start.push(0).store(kInt, local++);
    }
  }
  edits_.at_start(start.bytes());
  local = first;
  std::vector<Emitter> checks;
  for (const RangeLoop& loop : plan_.loops) checks.push_back(check_range_loop(loop, local));
  // An exception leaves all loops that are inside one another at once.
  uint32_t covered = 0;
  for (size_t i = 0; i < plan_.loops.size(); ++i) {
    const RangeLoop& outer = plan_.loops[i];
    if (i > 0 && outer.header < covered) continue;
    covered = outer.last + 1;
    std::vector<uint8_t> handler;
    for (size_t j = i; j < plan_.loops.size() && plan_.loops[j].header < covered; ++j) {
      covered = std::max(covered, plan_.loops[j].last + 1);
      const Bytes check = checks[j].bytes();
      handler.insert(handler.end(), check.begin(), check.end());
    }
    handler.push_back(op_athrow);
    edits_.catch_all(handler, handler_frame(), outer.header, covered);
  }
}

// Locals of a loop: its arrays, null while it does not run; of each counter what it was at first and in this
// iteration; of each form the counter in the last iteration that came to it, and perhaps its offset.
Emitter MethodRewriter::check_range_loop(const RangeLoop& loop, uint32_t& local) {
  const uint32_t arrays = local;
  const uint32_t counters = arrays + static_cast<uint32_t>(loop.arrays.size());
  local = counters + 2 * static_cast<uint32_t>(loop.counters.size());
  Emitter entry = emitter();
  Emitter round = emitter();
  for (size_t i = 0; i < loop.arrays.size(); ++i)
    entry.load(kReference, loop.arrays[i]).store(kReference, arrays + static_cast<uint32_t>(i));
  for (size_t i = 0; i < loop.counters.size(); ++i) {
    const uint32_t from = counters + 2 * static_cast<uint32_t>(i);
    entry.load(kInt, loop.counters[i].local).store(kInt, from);
    round.load(kInt, loop.counters[i].local).store(kInt, from + 1);
  }
  for (const RangeForm& form : loop.forms) {
    InRange& memory = in_range_[form.instruction];
    const uint32_t from = counters + 2 * form.counter;
    memory = {from + 1, local++, form.captured ? local++ : UINT32_MAX, form.factor};
    entry.load(kInt, from).push(loop.counters[form.counter].step);
    entry.op(static_cast<Opcode>(op_isub_)).store(kInt, memory.done);
  }

  Emitter check = emitter();
  for (const Group& group : group_forms(loop)) {
    const RangeForm& last = *group.forms.back();
    const InRange& memory = in_range_.at(last.instruction);
    const uint32_t from = counters + 2 * last.counter;
    const SiteKind kind = last.write ? SiteKind::array_write : SiteKind::array_read;
    int32_t first_site = 0;
    int32_t sites = 0;
    int32_t line = -2;
    std::vector<int32_t> site_of;
    for (const RangeForm* form : group.forms) {
      const int32_t own_line = line_at(code_.starts[form->instruction]);
      if (own_line != line) {
        const int32_t site = add_site(kind, form->instruction);
        if (sites++ == 0) first_site = site;
        line = own_line;
      }
      site_of.push_back(first_site + sites - 1);
    }
    check.load(kReference, arrays + last.array).load(kInt, from).load(kInt, memory.done);
    check.push(loop.counters[last.counter].step).push(last.factor);
    if (last.captured) {
      check.load(kInt, memory.offset);
    } else {
      check.push(group.offset);
    }
    check.push(group.extend).push(group.stride).push(first_site).push(sites);
    check.call_static(kAccessShim, last.write ? "rangeWrite" : "rangeRead", "(Ljava/lang/Object;IIIIIIIII)V");
    // An exception may have come between the accesses of one iteration.
    for (size_t i = 0; i + 1 < group.forms.size(); ++i) {
      const RangeForm& form = *group.forms[i];
      check.load(kReference, arrays + form.array).load(kInt, in_range_.at(form.instruction).done);
      check.load(kInt, memory.done).push(form.factor).push(form.offset).push(site_of[i]);
      check.call_static(kAccessShim, form.write ? "restWrite" : "restRead", "(Ljava/lang/Object;IIIII)V");
    }
  }
  for (size_t i = 0; i < loop.arrays.size(); ++i)
    check.op(op_aconst_null).store(kReference, arrays + static_cast<uint32_t>(i));

  if (loop.header == 0) {
    edits_.at_start(entry.bytes());
  } else {
    insert(loop.header - 1, Where::after, entry, kRangeStack);
  }
  insert(loop.header, Where::before, round, kRangeStack);
  for (const uint32_t exit : loop.exits) insert(exit, Where::before, check, kRangeStack);
  return check;
}

void MethodRewriter::note_in_range(uint32_t index, uint8_t opcode) {
  const InRange& memory = in_range_.at(index);
  if (memory.offset != UINT32_MAX) {
    const bool store = is_array_store(opcode);
    const bool wide = opcode == op_lastore || opcode == op_dastore;
    Emitter before = emitter();
    // array, index and perhaps a value: the index must come to the top.
    if (store && wide) before.op(op_dup2_x2).op(op_pop2);
    if (store && !wide) before.op(op_dup_x2).op(op_pop);
    before.op(op_dup).load(kInt, memory.now).push(memory.factor);
    before.op(static_cast<Opcode>(op_imul_)).op(static_cast<Opcode>(op_isub_)).store(kInt, memory.offset);
    if (store && wide) before.op(op_dup2_x2).op(op_pop2);
    if (store && !wide) before.op(op_dup2_x1).op(op_pop2);
    insert(index, Where::before, before, kAccessStack);
  }
  Emitter after = emitter();
  after.load(kInt, memory.now).store(kInt, memory.done);
  insert(index, Where::after, after, kAccessStack);
}

}  // namespace dh::jvm
