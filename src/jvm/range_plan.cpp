#include "jvm/range_plan.h"

#include <algorithm>

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr size_t kMaxForms = 32, kMaxFields = 16;  // of a loop
constexpr size_t kMaxChecks = 96;                  // with all exits
constexpr int32_t kMaxFactor = 1 << 10;
constexpr int kMaxExpressionDepth = 16;  // expressions

enum : uint8_t { op_iadd = 96, op_isub = 100, op_imul = 104 };

// factor * counter + offset, perhaps plus something that does not change in the loop.
struct Linear {
  bool known = false;
  int64_t factor = 0;
  int64_t offset = 0;
  bool rest = false;
  uint32_t counter = UINT32_MAX;  // local

  bool constant() const { return known && factor == 0 && !rest; }
  bool fixed() const { return known && factor == 0; }
};

class LoopPlanner {
 public:
  LoopPlanner(const Loop& loop, const Values& values) : loop_(loop), values_(values) {}

  RangeLoop run(const std::vector<ElementUse>& uses, const std::vector<OwnFieldUse>& fields, bool calls) {
    RangeLoop plan{loop_.header, loop_.last, loop_.exits, {}, {}, {}, {}};
    for (const OwnFieldUse& field : fields) {
      if (!loop_.has(field.instruction)) continue;
      fields_.push_back(&field);
    }
    may_keep_fields_ = !calls;
    for (const ElementUse& use : uses) {
      if (plan.forms.size() < kMaxForms && loop_.runs_always(use.instruction)) add(use, plan);
    }
    // Without a range nothing says that the loop comes to an end, and what it does to fields might never be
    // checked.
    if (plan.forms.empty()) return plan;
    for (const ElementUse& use : uses) {
      if (loop_.has(use.instruction)) add_element(use, plan);
    }
    for (const OwnFieldUse* field : fields_) add_field(*field, plan);
    return plan;
  }

 private:
  void add(const ElementUse& use, RangeLoop& plan) {
    if (use.index == 0 || !is_kept(use.array)) return;
    block_ = 0;
    const Linear index = linear(use.index, 0);
    if (!index.known || index.factor < 1 || index.factor > kMaxFactor) return;
    const auto number = [](auto& list, const auto& same, auto entry) {
      const auto known = std::find_if(list.begin(), list.end(), same);
      const auto at = static_cast<uint32_t>(known - list.begin());
      if (known == list.end()) list.push_back(entry);
      return at;
    };
    RangeForm form;
    form.instruction = use.instruction;
    form.write = use.write;
    form.array = array_number(use.array, plan);
    form.counter = number(
        plan.counters, [&](const RangeLoop::Counter& c) { return c.local == index.counter; },
        RangeLoop::Counter{index.counter, loop_.step(index.counter)});
    form.factor = static_cast<int32_t>(index.factor);
    form.offset = static_cast<int32_t>(index.offset);
    form.captured = index.rest;
    form.block = block_;
    plan.forms.push_back(form);
  }

  bool in_local(const Value& array) const { return array.local != UINT32_MAX && !loop_.changes(array.local); }

  // Whether the loop uses one array only, in a local or in a field that it does not write to.
  bool is_kept(const Value& array) const {
    if (in_local(array)) return true;
    if (array.source == 0 || !may_keep_fields_) return false;
    const OwnFieldUse* read = nullptr;
    for (const OwnFieldUse* field : fields_) {
      if (!field->write && field->array && field->source == array.source) read = field;
    }
    return read != nullptr && std::none_of(fields_.begin(), fields_.end(), [&](const OwnFieldUse* field) {
             return field->write && field->field == read->field;
           });
  }

  uint32_t array_number(const Value& array, RangeLoop& plan) {
    RangeLoop::Array wanted;
    if (in_local(array)) {
      wanted.local = array.local;
    } else {
      wanted.source = array.source;
    }
    for (size_t i = 0; i < plan.arrays.size(); ++i) {
      if (plan.arrays[i].local == wanted.local && plan.arrays[i].source == wanted.source)
        return static_cast<uint32_t>(i);
    }
    for (const OwnFieldUse* field : fields_) {
      if (wanted.source != 0 && !field->write && field->source == wanted.source)
        wanted.reads.push_back(field->instruction);
    }
    plan.arrays.push_back(std::move(wanted));
    return static_cast<uint32_t>(plan.arrays.size() - 1);
  }

  // Accesses that are not a range still need not look for the array each time.
  void add_element(const ElementUse& use, RangeLoop& plan) {
    const bool is_form = std::any_of(plan.forms.begin(), plan.forms.end(), [&](const RangeForm& form) {
      return form.instruction == use.instruction;
    });
    if (is_form || in_local(use.array) || !is_kept(use.array)) return;
    const uint32_t number = array_number(use.array, plan);
    plan.arrays[number].elements.push_back(use.instruction);
  }

  void add_field(const OwnFieldUse& use, RangeLoop& plan) {
    if (!use.checked || loop_.is_inner(use.instruction)) return;
    for (size_t i = 0; i < plan.fields.size(); ++i) {
      if (keys_[i]->field != use.field || keys_[i]->write != use.write || keys_[i]->line != use.line)
        continue;
      plan.fields[i].instructions.push_back(use.instruction);
      return;
    }
    if (plan.fields.size() == kMaxFields) return;
    plan.fields.push_back({{use.instruction}, use.write, use.is_static});
    keys_.push_back(&use);
  }

  Linear linear(uint32_t number, int depth) {
    const Expression e = values_.expression(number);
    Linear none;
    if (depth > kMaxExpressionDepth) return none;
    switch (e.kind) {
      case Expression::Kind::unknown:
        return none;
      case Expression::Kind::constant:
        return {true, 0, static_cast<int32_t>(e.a), false, UINT32_MAX};
      case Expression::Kind::local:
        return local(e);
      case Expression::Kind::operation:
        return operation(e, linear(e.a, depth + 1), linear(e.b, depth + 1));
    }
    return none;
  }

  Linear local(const Expression& e) {
    if (e.b < loop_.header || e.b > loop_.last) return {};
    block_ = e.b;
    if (!loop_.changes(e.a)) return {true, 0, 0, true, UINT32_MAX};
    const int32_t step = loop_.step(e.a);
    if (step == 0) return {};
    // The block may begin after the counter has grown.
    return {true, 1, loop_.growth_before(e.a, e.b), false, e.a};
  }

  static Linear operation(const Expression& e, const Linear& a, const Linear& b) {
    if (!a.known || !b.known) return {};
    if (e.opcode == op_iadd || e.opcode == op_isub) {
      const int64_t sign = e.opcode == op_iadd ? 1 : -1;
      if (a.factor != 0 && b.factor != 0) return {};
      return fit({true, a.factor + sign * b.factor, a.offset + sign * b.offset, a.rest || b.rest,
                  a.factor != 0 ? a.counter : b.counter});
    }
    if (e.opcode == op_imul && (a.constant() || b.constant())) {
      const int64_t by = a.constant() ? a.offset : b.offset;
      const Linear& of = a.constant() ? b : a;
      return fit({true, of.factor * by, of.offset * by, of.rest, of.counter});
    }
    if (a.fixed() && b.fixed()) return {true, 0, 0, true, UINT32_MAX};
    return {};
  }

  static Linear fit(const Linear& value) {
    const auto fits = [](int64_t n) { return n >= INT16_MIN && n <= INT16_MAX; };
    return fits(value.factor) && fits(value.offset) ? value : Linear();
  }

  const Loop& loop_;
  const Values& values_;
  std::vector<const OwnFieldUse*> fields_, keys_;  // in the loop; of RangeLoop::fields
  bool may_keep_fields_ = false;
  uint32_t block_ = 0;
};

}  // namespace

std::vector<RangeLoop> plan_ranges(const std::vector<Loop>& loops, const std::vector<ElementUse>& uses,
                                   const std::vector<OwnFieldUse>& fields, const Values& values,
                                   const RangeQuestions& questions) {
  std::vector<RangeLoop> plans;
  for (const Loop& loop : loops) {
    const bool has_uses = std::any_of(
        uses.begin(), uses.end(), [&](const ElementUse& use) { return loop.runs_always(use.instruction); });
    if (!has_uses) continue;
    bool quiet = true;
    bool calls = false;
    for (uint32_t i = loop.header; i <= loop.last && quiet; ++i) {
      quiet = !loop.has(i) || questions.is_quiet(i);
      calls = calls || (loop.has(i) && questions.calls(i));
    }
    if (!quiet) continue;
    RangeLoop plan = LoopPlanner(loop, values).run(uses, fields, calls);
    const size_t checks = (plan.forms.size() + plan.fields.size()) * (plan.exits.size() + 1);
    if (!plan.forms.empty() && checks <= kMaxChecks) plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace dh::jvm
