// The part of MethodRewriter for loops that check at their ends what they did to arrays (jvm/range_plan.h).
#include <algorithm>
#include <cstdlib>

#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr std::string_view kInt = "I";
constexpr unsigned kRangeStack = 12;

enum : uint8_t { op_imul_ = 104, op_isub_ = 100 };

// Forms that one check covers: all of their elements lie `stride` apart, from the one with the lowest offset
// on to `extend` beyond it.
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
  if (plan_.loops.empty()) return;
  edits_.need_stack(kRangeStack);
  // All locals first: a handler's frame describes all of them.
  Emitter start = emitter();
  std::vector<LoopLocals> locals;
  for (const RangeLoop& loop : plan_.loops) locals.push_back(loop_locals(loop, start));
  edits_.at_start(start.bytes());
  std::vector<Emitter> checks;
  for (size_t i = 0; i < plan_.loops.size(); ++i)
    checks.push_back(check_range_loop(plan_.loops[i], locals[i]));
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
    edits_.catch_all(handler, handler_frame(), within_handler_frame({{outer.header, covered}}),
                     CodeEdits::Covers::ranges_only);
  }
}

// The locals that a loop needs, and where the instructions inside find them.
MethodRewriter::LoopLocals MethodRewriter::loop_locals(const RangeLoop& loop, Emitter& start) {
  ConstantPool& pool = shared_.file.pool;
  const auto reference = [&](std::string_view type) {
    const uint32_t local = code_.max_locals + edits_.lasting_locals();
    edits_.lasting_local(pool.add_class(type));
    start.op(op_aconst_null).store(kReference, local);
    return local;
  };
  const auto number = [&] {
    const uint32_t local = code_.max_locals + edits_.lasting_locals();
    edits_.lasting_local(CodeEdits::kInt);
    start.push(0).store(kInt, local);
    return local;
  };
  LoopLocals locals;
  for (const RangeLoop::Array& array : loop.arrays) {
    const bool is_local = array.local != UINT32_MAX;
    const uint16_t field = is_local ? uint16_t{0} : code_.constant(array.reads.front());
    // The type is copied: adding it to the pool may move what it is made of.
    const std::string type(is_local ? kObjectClass : pool.member(field)->descriptor);
    Kept kept{reference(type), UINT32_MAX};
    if (!array.elements.empty()) kept.shadow = reference("[J");
    for (const uint32_t element : array.elements) kept_elements_[element] = kept;
    for (const uint32_t read : array.reads) kept_fields_[read] = kept.array;
    locals.arrays.push_back(kept);
  }
  for (size_t i = 0; i < loop.counters.size(); ++i) {
    const uint32_t first = number();
    locals.counters.emplace_back(first, number());
  }
  for (const RangeForm& form : loop.forms) {
    InRange& memory = in_range_[form.instruction];
    memory = {locals.counters[form.counter].second, number(), UINT32_MAX, form.factor};
    if (form.captured) memory.offset = number();
  }
  for (const RangeLoop::Field& field : loop.fields) {
    if (!field.is_static && locals.self == UINT32_MAX) locals.self = reference(kObjectClass);
    locals.flags.push_back(number());
    for (const uint32_t i : field.instructions) field_flags_[i] = locals.flags.back();
  }
  return locals;
}

// What runs before the loop, in each of its iterations, and where it is left. Gives the latter.
Emitter MethodRewriter::check_range_loop(const RangeLoop& loop, const LoopLocals& locals) {
  Emitter entry = emitter();
  Emitter round = emitter();
  if (locals.self != UINT32_MAX) entry.op(op_aload_0).store(kReference, locals.self);
  for (size_t i = 0; i < loop.arrays.size(); ++i) {
    const RangeLoop::Array& array = loop.arrays[i];
    const Kept& kept = locals.arrays[i];
    if (array.local != UINT32_MAX) {
      entry.load(kReference, array.local);
    } else {
      const uint32_t read = array.reads.front();
      const auto opcode = static_cast<Opcode>(code_.opcode(read));
      if (opcode == op_getfield) entry.op(op_aload_0);
      entry.with_constant(opcode, code_.constant(read));
    }
    entry.store(kReference, kept.array);
    if (kept.shadow == UINT32_MAX) continue;
    entry.load(kReference, kept.array).push(shadow_key(kept.shadow));
    entry.call(shim::shadow_of).store(kReference, kept.shadow);
  }
  for (size_t i = 0; i < loop.counters.size(); ++i) {
    entry.load(kInt, loop.counters[i].local).store(kInt, locals.counters[i].first);
    round.load(kInt, loop.counters[i].local).store(kInt, locals.counters[i].second);
  }
  for (const RangeForm& form : loop.forms) {
    entry.load(kInt, locals.counters[form.counter].first).push(loop.counters[form.counter].step);
    entry.op(static_cast<Opcode>(op_isub_)).store(kInt, in_range_.at(form.instruction).done);
  }

  Emitter check = emitter();
  check_fields(loop, locals, check);
  for (const Group& group : group_forms(loop)) {
    const RangeForm& last = *group.forms.back();
    const InRange& memory = in_range_.at(last.instruction);
    const uint32_t from = locals.counters[last.counter].first;
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
    check.load(kReference, locals.arrays[last.array].array).load(kInt, from).load(kInt, memory.done);
    check.push(loop.counters[last.counter].step).push(last.factor);
    if (last.captured) {
      check.load(kInt, memory.offset);
    } else {
      check.push(group.offset);
    }
    const uint32_t local = loop.arrays[last.array].local;
    const int32_t key = plan_.shadows.contains(local) ? shadow_key(local) : first_site;
    check.push(group.extend).push(group.stride).push(key).push(first_site).push(sites);
    check.call(last.write ? shim::range_write : shim::range_read);
    // An exception may have come between the accesses of one iteration.
    for (size_t i = 0; i + 1 < group.forms.size(); ++i) {
      const RangeForm& form = *group.forms[i];
      check.load(kReference, locals.arrays[form.array].array).load(kInt, in_range_.at(form.instruction).done);
      check.load(kInt, memory.done).push(form.factor).push(form.offset).push(site_of[i]);
      check.call(form.write ? shim::rest_write : shim::rest_read);
    }
  }
  for (const Kept& kept : locals.arrays) check.op(op_aconst_null).store(kReference, kept.array);

  if (loop.header == 0) {
    edits_.at_start(entry.bytes());
  } else {
    insert(loop.header - 1, Where::after, entry, kRangeStack);
  }
  insert(loop.header, Where::before, round, kRangeStack);
  for (const uint32_t exit : loop.exits) insert(exit, Where::before, check, kRangeStack);
  return check;
}

void MethodRewriter::check_fields(const RangeLoop& loop, const LoopLocals& locals, Emitter& check) {
  for (size_t i = 0; i < loop.fields.size(); ++i) {
    const RangeLoop::Field& field = loop.fields[i];
    const uint32_t first = field.instructions.front();
    const SiteKind kind = field.is_static ? (field.write ? SiteKind::static_write : SiteKind::static_read)
                                          : (field.write ? SiteKind::field_write : SiteKind::field_read);
    const int32_t site = add_site(kind, first, shared_.file.pool.member(code_.constant(first)));
    if (field.is_static) {
      check.load(kInt, locals.flags[i]).push(site);
      check.call(field.write ? shim::later_static_write : shim::later_static_read);
    } else {
      check.load(kReference, locals.self).load(kInt, locals.flags[i]).push(site);
      check.call(field.write ? shim::later_write : shim::later_read);
    }
    check.push(0).store(kInt, locals.flags[i]);
  }
}

// After the check of the read, if it has one of its own, for that needs the object.
void MethodRewriter::note_field(uint32_t index) {
  if (const auto flag = field_flags_.find(index); flag != field_flags_.end()) {
    Emitter before = emitter();
    before.push(1).store(kInt, flag->second);
    insert(index, Where::before, before, kAccessStack);
  }
  const auto kept = kept_fields_.find(index);
  if (kept == kept_fields_.end()) return;
  Emitter instead = emitter();
  if (code_.opcode(index) == op_getfield) instead.op(op_pop);
  instead.load(kReference, kept->second);
  insert(index, Where::before, instead, kAccessStack);
  edits_.drop(index);
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
