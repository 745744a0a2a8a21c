// The half of MethodRewriter for array accesses, and the plan of what the accesses of a method need.
#include <algorithm>

#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

// By opcode of the load or store, counted from that of ints.
constexpr char kElementKinds[] = {'I', 'J', 'F', 'D', 'L', 'I', 'I', 'I'};
constexpr std::string_view kShadowClass = "[J";

bool is_wide_store(uint8_t opcode) {
  return opcode == op_lastore || opcode == op_dastore;
}

}  // namespace

FieldUse MethodRewriter::use_of(uint32_t index) const {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name) return FieldUse::unknown;
  const uint8_t opcode = code_.opcode(index);
  const bool is_static = opcode == op_getstatic || opcode == op_putstatic;
  const Settings& settings = shared_.settings;
  const auto own = field_flags(*name);
  if (!own || (*own & access::kVolatile) != 0) return FieldUse::unknown;
  if (is_static) {
    if (!settings.statics || is_primitive_constant(own_field(*name), name->descriptor))
      return FieldUse::no_event;
    return FieldUse::plain;
  }
  if (!settings.fields || (*own & access::kFinal) != 0) return FieldUse::no_event;
  const bool before_super = is_constructor_ && before_super_[index];
  return before_super ? FieldUse::no_event : FieldUse::plain;
}

void MethodRewriter::make_plan() {
  const Settings& settings = shared_.settings;
  const bool arrays = settings.arrays && settings.array_locals && !settings.values && detail_ == Detail::fast;
  const bool ranges = settings.arrays && settings.ranges && !settings.values && !settings.methods &&
                      detail_ == Detail::fast && !is_constructor_;
  if ((!settings.covers && !arrays && !ranges) || settings.values) {
    plan_.covered.assign(code_.instructions(), false);
    plan_.in_local.assign(code_.instructions(), AccessPlan::kNone);
    plan_.by_place.assign(code_.instructions(), AccessPlan::kNone);
    plan_.stamp.assign(code_.instructions(), AccessPlan::kNone);
    plan_.unseen.assign(code_.instructions(), false);
    plan_.same_stack.assign(code_.instructions(), false);
    plan_.known_word.assign(code_.instructions(), AccessPlan::kNone);
    plan_.may_order.assign(code_.instructions(), false);
    plan_.quiet.assign(code_.instructions(), false);
    plan_.in_range.assign(code_.instructions(), false);
    plan_.field_later.assign(code_.instructions(), false);
    return;
  }
  const bool plain_super = super_call_ && shared_.file.super_name() == kObjectClass;
  const bool covers = settings.covers && detail_ == Detail::fast;
  const PlanQuestions questions{
      covers,
      covers && settings.field_groups,
      covers && settings.known_words,
      arrays,
      ranges,
      (method_.access & access::kStatic) == 0 && !is_constructor_ && !stores_to_this(),
      plain_super ? *super_call_ : AccessPlan::kNone,
      [this](uint32_t i) { return use_of(i); },
      [this](uint32_t i) { return line_at(code_.starts[i]); },
      [this](uint32_t i) { return is_quiet_call(shared_, code_, i); }};
  first_own_site_ = static_cast<uint32_t>(shared_.result.sites.size());
  plan_ = plan_accesses(shared_.file, method_, code_, questions);
  keep_shadows();
  check_ranges();
}

// Any number that distinguishes places of a class: it is the key of a cache.
int32_t MethodRewriter::shadow_key(uint32_t local) const {
  return static_cast<int32_t>(shared_.first_site + first_own_site_ + local) & 0x7fff;
}

// Shadows come first, then the pairs of an array and its shadow.
void MethodRewriter::keep_shadows() {
  ConstantPool& pool = shared_.file.pool;
  if (plan_.shadows.empty() && plan_.pairs == 0 && plan_.stamps == 0 && plan_.known_words == 0) return;
  const uint16_t shadow_type = pool.add_class(kShadowClass);
  const uint16_t object_type = pool.add_class(kObjectClass);
  Emitter start = emitter();
  const auto lookup = [&](Emitter& code, uint32_t local) {
    code.load(kReference, local).push(shadow_key(local));
    code.call(shim::shadow_of);
  };
  const uint32_t base = code_.max_locals;
  for (const auto& [local, number] : plan_.shadows) {
    edits_.lasting_local(shadow_type);
    const bool is_set =
        std::find(plan_.parameters.begin(), plan_.parameters.end(), local) != plan_.parameters.end();
    if (is_set) {
      lookup(start, local);
    } else {
      start.op(op_aconst_null);
    }
    start.store(kReference, base + number);
  }
  first_pair_ = base + edits_.lasting_locals();
  for (uint32_t pair = 0; pair < plan_.pairs; ++pair) {
    edits_.lasting_local(object_type);
    edits_.lasting_local(shadow_type);
    for (unsigned i = 0; i < 2; ++i) start.op(op_aconst_null).store(kReference, first_pair_ + 2 * pair + i);
  }
  first_stamp_ = base + edits_.lasting_locals();
  if (plan_.stamps > 0) start.push(-1).op(op_i2l).store("J", first_stamp_);
  for (uint32_t stamp = 0; stamp < plan_.stamps; ++stamp) {
    edits_.lasting_local(0);
    if (stamp > 0) start.load("J", first_stamp_).store("J", first_stamp_ + 2 * stamp);
  }
  first_known_word_ = base + edits_.lasting_locals();
  for (uint32_t word = 0; word < plan_.known_words; ++word) edits_.lasting_local(0);
  forget_words(start);
  edits_.at_start(start.bytes());
  edits_.need_stack(kAccessStack);
  for (const auto& [instruction, local] : plan_.stores) {
    Emitter after = emitter();
    lookup(after, local);
    after.store(kReference, base + plan_.shadows.at(local));
    insert(instruction, Where::after, after, kAccessStack);
  }
}

// No word has all bits set.
void MethodRewriter::forget_words(Emitter& code) const {
  for (uint32_t word = 0; word < plan_.known_words; ++word)
    code.push(-1).op(op_i2l).store("J", first_known_word_ + 2 * word);
}

bool MethodRewriter::check_with_local(uint32_t index, uint8_t opcode, SiteKind kind) {
  const uint32_t local = plan_.in_local[index];
  const uint32_t pair = plan_.by_place[index];
  const auto kept = kept_elements_.find(index);
  if (local == AccessPlan::kNone && pair == AccessPlan::kNone && kept == kept_elements_.end()) return false;
  const int32_t site = add_site(kind, index);
  Emitter check = emitter();
  // array, index and perhaps a value: put array and index on top of them.
  if (!is_array_store(opcode)) {
    check.op(op_dup2);
  } else if (is_wide_store(opcode)) {
    check.op(op_dup2_x2).op(op_pop2).op(op_dup2_x2);
  } else {
    check.op(op_dup_x2).op(op_pop).op(op_dup2_x1);
  }
  uint32_t array = local;
  uint32_t shadow = 0;
  check.op(op_swap);
  if (kept != kept_elements_.end()) {
    check.op(op_pop);
    array = kept->second.array;
    shadow = kept->second.shadow;
  } else if (local != AccessPlan::kNone) {
    check.op(op_pop);
    shadow = code_.max_locals + plan_.shadows.at(local);
  } else {
    array = first_pair_ + 2 * pair;
    shadow = array + 1;
    check.op(op_dup).load(kReference, array).load(kReference, shadow).push(site);
    check.call(shim::shadow_unless_known);
    check.store(kReference, shadow).store(kReference, array);
  }
  check.load(kReference, array).load(kReference, shadow).push(site);
  const shim::Method& read = plan_.quiet[index] ? shim::read_shadowed_quietly : shim::read_shadowed;
  check.call(is_array_store(opcode) ? shim::write_shadowed : read);
  insert(index, Where::before, check, kAccessStack);
  return true;
}

void MethodRewriter::read_array(uint32_t index, uint8_t opcode) {
  if (check_with_local(index, opcode, SiteKind::array_read)) return;
  const int32_t site = add_site(SiteKind::array_read, index);
  Emitter check = emitter();
  check.op(op_dup2);
  // What an array of references holds is not known here, so that its elements cannot be replaced.
  if (shared_.settings.values && opcode != op_aaload) {
    insert(index, Where::before, check, kAccessStack);
    Emitter after = emitter();
    after.push(site).call(shim::of_kind(shim::kElements, kElementKinds[opcode - op_iaload]).read);
    return insert(index, Where::after, after, kAccessStack);
  }
  check.push(site).call(shim::read_element);
  insert(index, Where::before, check, kAccessStack);
}

void MethodRewriter::write_array(uint32_t index, uint8_t opcode) {
  if (check_with_local(index, opcode, SiteKind::array_write)) return;
  const int32_t site = add_site(SiteKind::array_write, index);
  if (shared_.settings.values && opcode != op_aastore)
    return write_value(index, std::string(1, kElementKinds[opcode - op_iastore]), site, 2);
  Emitter check = emitter();
  if (is_wide_store(opcode)) {
    check.op(op_dup2_x2).op(op_pop2).op(op_dup2_x2);
  } else {
    check.op(op_dup_x2).op(op_pop).op(op_dup2_x1);
  }
  check.push(site).call(shim::write_element);
  insert(index, Where::before, check, kAccessStack);
}

}  // namespace dh::jvm
