#include "jvm/access_plan.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "classfile/descriptor.h"
#include "jvm/values.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr size_t kMaxShadows = 16;
constexpr uint32_t kMaxPairs = 8;
constexpr size_t kMaxStamps = 16;
constexpr size_t kMaxTogether = 4;
constexpr size_t kMaxKnownWords = 16;

bool is_field(uint8_t opcode) {
  return opcode >= op_getstatic && opcode <= op_putfield;
}
bool is_array_access(uint8_t opcode) {
  return is_array_load(opcode) || is_array_store(opcode);
}
bool writes(uint8_t opcode) {
  return is_array_store(opcode) || opcode == op_putfield || opcode == op_putstatic;
}
unsigned slots_written(uint8_t opcode) {
  return is_array_store(opcode) ? stack_effect(opcode).takes - 2U : 0;
}

// Instructions that may run other code of this thread, such as the initialiser of a class or a class loader.
bool may_run_code(uint8_t opcode, bool plain_ldc) {
  return (opcode >= op_invokevirtual && opcode <= op_new) || opcode == op_anewarray ||
         opcode == op_multianewarray || opcode == op_checkcast || opcode == op_instanceof ||
         opcode == op_monitorenter || opcode == op_monitorexit ||
         (opcode >= op_ldc && opcode <= op_ldc2_w && !plain_ldc);
}

// Whether it may throw for another reason than a null reference.
bool may_throw(uint8_t opcode) {
  const bool divides = opcode == 108 || opcode == 109 || opcode == 112 || opcode == 113;
  return divides || is_array_access(opcode) || opcode == op_newarray || opcode == op_arraylength;
}

class Planner {
 public:
  Planner(const ClassFile& file, const Member& method, const Code& code, const PlanQuestions& questions)
      : file_(file), method_(method), code_(code), questions_(questions), values_(file, code) {}

  AccessPlan run();

 private:
  struct Location {
    uint32_t base, index;  // numbers of values; of fields: the object and the constant
    bool element;
    auto operator<=>(const Location&) const = default;
  };
  struct Checked {
    bool write = false;
    std::vector<uint32_t> reads;  // that a write may still stand for
  };
  // A store to a local of what may be an array.
  struct Store {
    uint32_t instruction, local;
    Value value;
  };

  void find_blocks();
  void instruction(uint32_t index);
  void access(uint32_t index, uint8_t opcode);
  void element(uint32_t index, uint8_t opcode);
  void own_field(uint32_t index, uint8_t opcode);
  void group(uint32_t index, uint32_t base);
  void settle_groups();
  void find_quiet_loops();
  bool runs_code(uint32_t index, uint8_t opcode) const;
  void remember_word(uint32_t index, uint8_t opcode);
  bool shows_this(uint32_t index, uint8_t opcode) const;
  void forget_reads();
  bool is_quiet(uint32_t index) const;
  void note_own_field(uint32_t index, uint8_t opcode, bool checked);
  void find_ranges();
  void settle_locals();
  bool fits(const Store& store) const;

  const ClassFile& file_;
  const Member& method_;
  const Code& code_;
  const PlanQuestions& questions_;
  Values values_;
  AccessPlan plan_;
  std::vector<bool> starts_block_;
  std::vector<bool> in_loop_;
  std::map<Location, Checked> checked_;
  std::vector<Store> stores_;
  std::vector<ElementUse> uses_;
  std::vector<OwnFieldUse> field_uses_;
  std::map<std::string, uint32_t> field_numbers_;
  std::set<uint32_t> arrays_;          // locals that hold arrays which loops use
  std::set<uint32_t> unset_, broken_;  // parameters that no instruction sets; locals of unknown objects
  std::map<uint64_t, uint32_t> pairs_;
  std::map<std::pair<uint32_t, bool>, uint32_t> stamps_;
  std::map<uint32_t, uint32_t> open_groups_;  // value -> the first read of a field of that object
  std::map<std::tuple<uint64_t, uint32_t, bool>, uint32_t> known_words_;
  bool unseen_ = false;       // `this`
  bool keeps_stack_ = false;  // an unseen write in this block
};

void Planner::find_blocks() {
  const auto count = static_cast<uint32_t>(code_.instructions());
  starts_block_.assign(count + 1, false);
  in_loop_.assign(count, false);
  std::vector<int> depth(count + 1, 0);
  for (uint32_t i = 0; i < count; ++i) {
    code_.each_target(i, [&](uint32_t target) {
      starts_block_[target] = true;
      if (target > i) return;
      ++depth[target];
      --depth[i + 1];
    });
    if (ends_flow(code_.opcode(i))) starts_block_[i + 1] = true;
  }
  for (const Handler& handler : code_.handlers) starts_block_[code_.at[handler.handler]] = true;
  int loops = 0;
  for (uint32_t i = 0; i < count; ++i) {
    loops += depth[i];
    in_loop_[i] = loops > 0;
  }
}

void Planner::find_quiet_loops() {
  const auto count = static_cast<uint32_t>(code_.instructions());
  plan_.quiet.assign(count, false);
  std::vector<uint32_t> busy(count + 1, 0);  // how many instructions before this one run code
  for (uint32_t i = 0; i < count; ++i) busy[i + 1] = busy[i] + (runs_code(i, code_.opcode(i)) ? 1 : 0);
  for (uint32_t i = 0; i < count; ++i) {
    code_.each_target(i, [&](uint32_t target) {
      if (target > i || busy[target] != busy[i + 1]) return;
      std::fill(plan_.quiet.begin() + target, plan_.quiet.begin() + i + 1, true);
    });
  }
}

void Planner::forget_reads() {
  for (auto& [location, checked] : checked_) checked.reads.clear();
}

// Reads and writes of a location after one that was checked need no check until the thread synchronizes in a
// way that others can be ordered after; a read in the same line before a write not until it synchronizes at
// all.
void Planner::access(uint32_t index, uint8_t opcode) {
  Location location{};
  if (is_array_access(opcode)) {
    const unsigned above = slots_written(opcode);
    location = {values_.top(above + 1).number, values_.top(above).number, true};
    if (location.base == 0 || location.index == 0) return;
  } else {
    const bool of_object = opcode == op_getfield || opcode == op_putfield;
    const auto name = file_.pool.member(code_.constant(index));
    const unsigned above = opcode == op_putfield ? slots_of(name->descriptor) : 0;
    location = {of_object ? values_.top(above).number : UINT32_MAX, code_.constant(index), false};
    if (location.base == 0) return;
  }
  const bool is_write = writes(opcode);
  const auto known = checked_.find(location);
  if (known != checked_.end() && (known->second.write || !is_write)) {
    plan_.covered[index] = true;
    return;
  }
  Checked& now = checked_[location];
  if (!is_write) {
    now.reads.push_back(index);
    const bool stamped = in_loop_[index] && opcode == op_getfield && values_.top(0).local == 0;
    if (opcode == op_getfield && !stamped) group(index, location.base);
    return;
  }
  now.write = true;
  for (const uint32_t read : now.reads) {
    if (questions_.line(read) == questions_.line(index)) plan_.covered[read] = true;
  }
  now.reads.clear();
}

void Planner::element(uint32_t index, uint8_t opcode) {
  if (!in_loop_[index]) return;
  const unsigned above = slots_written(opcode);
  const Value array = values_.top(above + 1);
  uses_.push_back({index, is_array_store(opcode), array, values_.top(above).number});
  if (array.local != UINT32_MAX) {
    plan_.in_local[index] = array.local;
    arrays_.insert(array.local);
    return;
  }
  const uint64_t source = array.source != 0 ? array.source : uint64_t{1} << 63 | index;
  const auto known = pairs_.find(source);
  if (known != pairs_.end()) {
    plan_.by_place[index] = known->second;
  } else if (pairs_.size() < kMaxPairs) {
    plan_.by_place[index] = static_cast<uint32_t>(pairs_.size());
    pairs_.emplace(source, plan_.by_place[index]);
  }
}

void Planner::own_field(uint32_t index, uint8_t opcode) {
  if (opcode != op_getfield && opcode != op_putfield) return;
  const auto name = file_.pool.member(code_.constant(index));
  const bool is_write = opcode == op_putfield;
  if (values_.top(is_write ? slots_of(name->descriptor) : 0).local != 0) return;
  if (is_write && unseen_ && !plan_.covered[index]) {
    plan_.unseen[index] = true;
    plan_.same_stack[index] = keeps_stack_;
    keeps_stack_ = true;
  }
  if (!in_loop_[index] || plan_.covered[index]) return;
  const std::pair key(uint32_t{code_.constant(index)}, is_write);
  if (stamps_.size() >= kMaxStamps && !stamps_.contains(key)) return;
  plan_.stamp[index] = stamps_.try_emplace(key, static_cast<uint32_t>(stamps_.size())).first->second;
}

// An exception between the first read and a later one of its group means that the later one is checked but
// does not happen. That is accepted for null references only.
void Planner::group(uint32_t index, uint32_t base) {
  const auto [open, is_new] = open_groups_.try_emplace(base, index);
  std::vector<uint32_t>& reads = plan_.groups[open->second];
  if (!is_new && reads.size() >= kMaxTogether) {
    open->second = index;
    plan_.groups[index].push_back(index);
  } else {
    reads.push_back(index);
  }
}

// Writes that came later may stand for some of the reads.
void Planner::settle_groups() {
  for (auto group = plan_.groups.begin(); group != plan_.groups.end();) {
    std::vector<uint32_t>& reads = group->second;
    std::erase_if(reads, [&](uint32_t read) { return plan_.covered[read]; });
    if (reads.size() < 2) {
      group = plan_.groups.erase(group);
      continue;
    }
    for (const uint32_t read : reads) plan_.covered[read] = true;
    ++group;
  }
}

// A loop sees few distinct words: objects that are used alike have the same word for the same field.
void Planner::remember_word(uint32_t index, uint8_t opcode) {
  if (!plan_.quiet[index] || plan_.covered[index] || plan_.stamp[index] != AccessPlan::kNone) return;
  if (opcode != op_getfield && opcode != op_putfield) return;
  const auto name = file_.pool.member(code_.constant(index));
  const bool is_write = opcode == op_putfield;
  const Value base = values_.top(is_write ? slots_of(name->descriptor) : 0);
  uint64_t object = uint64_t{1} << 63 | index;
  if (base.local != UINT32_MAX) object = uint64_t{1} << 62 | base.local;
  if (base.local == UINT32_MAX && base.source != 0) object = base.source;
  const std::tuple key(object, uint32_t{code_.constant(index)}, is_write);
  if (known_words_.size() >= kMaxKnownWords && !known_words_.contains(key)) return;
  plan_.known_word[index] =
      known_words_.try_emplace(key, static_cast<uint32_t>(known_words_.size())).first->second;
}

// Whether `this` may escape, or it is unknown what the instruction uses.
bool Planner::shows_this(uint32_t index, uint8_t opcode) const {
  unsigned slots = stack_effect(opcode).takes;
  if (opcode == op_getfield || opcode == op_getstatic) return false;
  if (is_field(opcode) || (opcode >= op_invokevirtual && opcode <= op_invokedynamic)) {
    const auto name = file_.pool.member(code_.constant(index));
    if (!name) return true;
    if (is_field(opcode)) {
      slots = slots_of(name->descriptor);
    } else {
      slots = parse_method(name->descriptor).parameter_slots() +
              (opcode == op_invokestatic || opcode == op_invokedynamic ? 0 : 1);
    }
  } else if (!is_array_store(opcode) && opcode != op_monitorenter && opcode != op_checkcast &&
             opcode != op_wide && (opcode < op_istore || opcode >= op_iastore)) {
    return false;
  }
  for (unsigned slot = 0; slot < slots; ++slot) {
    const Value value = values_.top(slot);
    if (value.number == 0 || value.made == Made::elsewhere || value.local == 0) return true;
  }
  return opcode == op_wide;
}

// Also accesses that may be volatile, or the first use of a class.
bool Planner::runs_code(uint32_t index, uint8_t opcode) const {
  if (is_field(opcode)) return questions_.field(index) == FieldUse::unknown;
  return may_run_code(opcode, is_plain_ldc(file_.pool, code_, index));
}

bool Planner::is_quiet(uint32_t index) const {
  const uint8_t opcode = code_.opcode(index);
  if (opcode >= op_invokevirtual && opcode <= op_invokedynamic) return questions_.quiet_call(index);
  return !runs_code(index, opcode);
}

void Planner::note_own_field(uint32_t index, uint8_t opcode, bool checked) {
  if (!in_loop_[index]) return;
  const auto name = file_.pool.member(code_.constant(index));
  OwnFieldUse use;
  use.instruction = index;
  use.write = opcode == op_putfield || opcode == op_putstatic;
  use.is_static = opcode == op_getstatic || opcode == op_putstatic;
  const uint32_t object =
      use.is_static ? UINT32_MAX : values_.top(use.write ? slots_of(name->descriptor) : 0).local;
  const bool of_this = object == 0 && questions_.this_stays;
  // A static method runs when its class is, or is being, initialised: a read may be moved.
  const bool is_own = name->owner == file_.name();
  const bool movable = use.is_static ? is_own && (method_.access & access::kStatic) != 0 : of_this;
  std::string key(use.is_static ? "s." : "i.");
  key.append(name->owner).append(1, '.').append(name->name).append(1, ':').append(name->descriptor);
  use.field = field_numbers_.try_emplace(key, static_cast<uint32_t>(field_numbers_.size())).first->second;
  use.checked = checked && (use.is_static || of_this);
  use.array = movable && name->descriptor[0] == '[';
  use.line = questions_.line(index);
  if (!use.write) use.source = uint64_t{object} << 32 | code_.constant(index);
  field_uses_.push_back(use);
}

void Planner::find_ranges() {
  if (!questions_.ranges || uses_.empty()) return;
  if (questions_.covers) {
    std::erase_if(uses_, [this](const ElementUse& use) { return plan_.covered[use.instruction]; });
    for (OwnFieldUse& use : field_uses_) use.checked = use.checked && !plan_.covered[use.instruction];
  }
  const RangeQuestions questions{[this](uint32_t i) { return is_quiet(i); },
                                 [this](uint32_t i) {
                                   const uint8_t opcode = code_.opcode(i);
                                   if (opcode < op_invokevirtual || opcode > op_invokedynamic) return false;
                                   const auto name = file_.pool.member(code_.constant(i));
                                   return !name || name->owner == file_.name();
                                 }};
  plan_.loops = plan_ranges(find_loops(code_), uses_, field_uses_, values_, questions);
  for (const RangeLoop& loop : plan_.loops) {
    const auto forget = [this](uint32_t i) {
      plan_.in_local[i] = plan_.by_place[i] = plan_.stamp[i] = plan_.known_word[i] = AccessPlan::kNone;
    };
    for (const RangeForm& form : loop.forms) {
      plan_.in_range[form.instruction] = true;
      forget(form.instruction);
    }
    for (const RangeLoop::Field& field : loop.fields) {
      for (const uint32_t i : field.instructions) {
        plan_.field_later[i] = true;
        forget(i);
      }
    }
    for (const RangeLoop::Array& array : loop.arrays) {
      for (const uint32_t element : array.elements) forget(element);
    }
  }
}

void Planner::instruction(uint32_t index) {
  if (starts_block_[index]) {
    values_.enter_block(index);
    checked_.clear();
    open_groups_.clear();
    keeps_stack_ = false;
  }
  const uint8_t opcode = code_.opcode(index);
  plan_.may_order[index] = runs_code(index, opcode);
  if (plan_.may_order[index] || may_throw(opcode)) open_groups_.clear();
  if (in_loop_[index] || (unseen_ && shows_this(index, opcode))) unseen_ = false;
  if (is_array_access(opcode)) {
    element(index, opcode);
    access(index, opcode);
  } else if (is_field(opcode)) {
    const FieldUse use = questions_.field(index);
    if (use != FieldUse::unknown) note_own_field(index, opcode, use == FieldUse::plain);
    if (use == FieldUse::plain) {
      access(index, opcode);
      own_field(index, opcode);
      remember_word(index, opcode);
    }
    if (use == FieldUse::unknown && opcode == op_getfield) forget_reads();
    if (use == FieldUse::unknown && opcode != op_getfield) checked_.clear();
  } else if (plan_.may_order[index]) {
    checked_.clear();
  }
  const bool wide_store = opcode == op_wide && code_.code[code_.starts[index] + 1] == op_astore;
  if (opcode == op_astore || (opcode >= op_astore_0 && opcode < op_iastore) || wide_store)
    stores_.push_back({index, code_.local(index), values_.top(0)});
  values_.run(index);
  if (index == questions_.super_call) unseen_ = !in_loop_[index];
}

bool Planner::fits(const Store& store) const {
  switch (store.value.made) {
    case Made::array:
    case Made::maybe_array:
    case Made::no_array:
    case Made::object:
      return true;
    case Made::local:
      return !broken_.contains(store.value.local) &&
             (unset_.contains(store.value.local) || arrays_.contains(store.value.local));
    case Made::unknown:
    case Made::elsewhere:
      return false;
  }
  return false;
}

// A local is followed if all values stored in it are known to be initialised: the verifier rejects other uses
// of an object whose constructor has not run.
void Planner::settle_locals() {
  std::set<uint32_t> parameters;
  uint32_t slot = 0;
  if ((method_.access & access::kStatic) == 0) {
    arrays_.erase(0);
    slot = 1;
  }
  const MethodType type = parse_method(file_.pool.utf8(method_.descriptor));
  for (const std::string_view parameter : type.parameters) {
    if (is_reference(parameter)) unset_.insert(slot);
    if (!parameter.empty() && parameter[0] == '[') parameters.insert(slot);
    slot += slots_of(parameter);
  }
  const bool other_this =
      std::any_of(stores_.begin(), stores_.end(), [](const Store& store) { return store.local == 0; });
  if ((method_.access & access::kStatic) != 0 || other_this) {
    plan_.stamp.assign(code_.instructions(), AccessPlan::kNone);
    plan_.unseen.assign(code_.instructions(), false);
    plan_.same_stack.assign(code_.instructions(), false);
    stamps_.clear();
  }
  plan_.stamps = static_cast<uint32_t>(stamps_.size());
  for (const Store& store : stores_) {
    unset_.erase(store.local);
    if (store.value.made == Made::object) broken_.insert(store.local);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Store& store : stores_) {
      if (arrays_.contains(store.local) && !fits(store)) changed = arrays_.erase(store.local) > 0;
    }
  }
  // Those of arrays that are checked by range only are not needed.
  std::erase_if(arrays_, [this](uint32_t local) {
    return std::find(plan_.in_local.begin(), plan_.in_local.end(), local) == plan_.in_local.end();
  });
  while (arrays_.size() > kMaxShadows) arrays_.erase(std::prev(arrays_.end()));
  for (const uint32_t local : arrays_) {
    plan_.shadows.emplace(local, static_cast<uint32_t>(plan_.shadows.size()));
    if (parameters.contains(local)) plan_.parameters.push_back(local);
  }
  for (const Store& store : stores_) {
    const Made made = store.value.made;
    if (arrays_.contains(store.local) && made != Made::no_array && made != Made::object)
      plan_.stores.emplace_back(store.instruction, store.local);
  }
  for (uint32_t& local : plan_.in_local) {
    if (!arrays_.contains(local)) local = AccessPlan::kNone;
  }
  plan_.pairs = static_cast<uint32_t>(pairs_.size());
}

AccessPlan Planner::run() {
  const size_t count = code_.instructions();
  plan_.covered.assign(count, false);
  plan_.in_local.assign(count, AccessPlan::kNone);
  plan_.by_place.assign(count, AccessPlan::kNone);
  plan_.stamp.assign(count, AccessPlan::kNone);
  plan_.unseen.assign(count, false);
  plan_.same_stack.assign(count, false);
  plan_.known_word.assign(count, AccessPlan::kNone);
  plan_.may_order.assign(count, false);
  plan_.in_range.assign(count, false);
  plan_.field_later.assign(count, false);
  find_blocks();
  find_quiet_loops();
  for (uint32_t i = 0; i < count; ++i) instruction(i);
  find_ranges();
  settle_locals();
  plan_.known_words = static_cast<uint32_t>(known_words_.size());
  if (!questions_.known_words) {
    plan_.known_word.assign(count, AccessPlan::kNone);
    plan_.known_words = 0;
  }
  if (questions_.groups) {
    settle_groups();
  } else {
    plan_.groups.clear();
  }
  if (!questions_.covers) {
    plan_.covered.assign(count, false);
    plan_.stamp.assign(count, AccessPlan::kNone);
    plan_.stamps = 0;
  }
  if (!questions_.shadows) {
    plan_.in_local.assign(count, AccessPlan::kNone);
    plan_.by_place.assign(count, AccessPlan::kNone);
    plan_.shadows.clear();
    plan_.stores.clear();
    plan_.parameters.clear();
    plan_.pairs = 0;
  }
  return std::move(plan_);
}

}  // namespace

bool is_plain_ldc(const ConstantPool& pool, const Code& code, uint32_t instruction) {
  const uint8_t opcode = code.opcode(instruction);
  if (opcode < op_ldc || opcode > op_ldc2_w) return false;
  const unsigned constant =
      opcode == op_ldc ? code.code[code.starts[instruction] + 1] : code.constant(instruction);
  const Tag tag = pool.tag(static_cast<uint16_t>(constant));
  return (tag >= Tag::integer && tag <= Tag::double_) || tag == Tag::string;
}

AccessPlan plan_accesses(const ClassFile& file, const Member& method, const Code& code,
                         const PlanQuestions& questions) {
  return Planner(file, method, code, questions).run();
}

}  // namespace dh::jvm
