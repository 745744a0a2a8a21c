#include "jvm/method_rewriter.h"

#include <algorithm>

namespace dh::jvm {

using namespace classfile;

bool ClassRewrite::excluded(std::string_view name) const {
  if (settings.excluded != nullptr) return settings.excluded(name, settings.excluded_context);
  for (const std::string_view prefix : {"java/", "javax/", "jdk/", "sun/", "com/sun/", "["}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

MethodRewriter::MethodRewriter(ClassRewrite& shared, const Member& method, const Code& code, Detail detail)
    : shared_(shared), method_(method), code_(code), detail_(detail) {
  for (const Attribute& attribute : code.attributes) {
    if (shared.file.pool.utf8(attribute.name) != "LineNumberTable") continue;
    Reader reader(attribute.info);
    const uint16_t count = reader.u2();
    for (unsigned i = 0; i < count && reader.ok(); ++i) {
      const uint16_t offset = reader.u2();
      lines_.emplace_back(offset, reader.u2());
    }
  }
  std::sort(lines_.begin(), lines_.end());
  is_constructor_ = shared.file.pool.utf8(method.name) == "<init>";
}

int32_t MethodRewriter::line_at(uint32_t offset) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                     [](uint32_t at, const auto& line) { return at < line.first; });
  return next == lines_.begin() ? -1 : std::prev(next)->second;
}

int32_t MethodRewriter::add_site(SiteKind kind, uint32_t index, std::optional<MemberName> member) {
  RewriteResult& result = shared_.result;
  Site site;
  site.kind = kind;
  site.method = static_cast<uint32_t>(result.methods.size() - 1);
  site.offset = code_.starts[index];
  site.line = line_at(site.offset);
  if (member) {
    std::string key(member->owner);
    key.append(1, '.').append(member->name).append(1, ':').append(member->descriptor);
    const auto known = shared_.members.emplace(key, static_cast<uint32_t>(result.members.size()));
    if (known.second) {
      result.members.push_back(
          {std::string(member->owner), std::string(member->name), std::string(member->descriptor)});
    }
    site.member = known.first->second;
  }
  result.sites.push_back(site);
  return static_cast<int32_t>(shared_.first_site + result.sites.size() - 1);
}

std::optional<uint16_t> MethodRewriter::own_field(const MemberName& name) const {
  if (name.owner != shared_.file.name()) return std::nullopt;
  const auto found = shared_.own_fields.find(std::string(name.name) + ":" + std::string(name.descriptor));
  if (found == shared_.own_fields.end()) return std::nullopt;
  return found->second;
}

std::optional<uint16_t> MethodRewriter::field_flags(const MemberName& name) const {
  if (name.owner == shared_.file.name()) return own_field(name);
  const Settings& settings = shared_.settings;
  if (settings.field_flags == nullptr) return std::nullopt;
  return settings.field_flags({std::string(name.owner), std::string(name.name), std::string(name.descriptor)},
                              settings.field_flags_context);
}

void MethodRewriter::insert(uint32_t index, Where where, const Emitter& code, unsigned stack) {
  edits_.insert(index, where, code.bytes());
  edits_.need_stack(stack);
}

namespace {

// How the shim calls the type: I for all that are ints on the stack.
char value_kind(std::string_view type) {
  return is_reference(type) ? 'L' : slots_of(type) == 2 || type[0] == 'F' ? type[0] : 'I';
}

}  // namespace

void MethodRewriter::read_value(uint32_t index, std::string_view type, int32_t site, bool is_static) {
  const char kind = value_kind(type);
  Emitter before = emitter();
  before.op(is_static ? op_aconst_null : op_dup);
  insert(index, Where::before, before, kAccessStack);
  Emitter after = emitter();
  after.push(site).call(shim::of_kind(shim::kValues, kind).read);
  if (kind == 'L' && type != "Ljava/lang/Object;") {
    const std::string_view name = type[0] == '[' ? type : type.substr(1, type.size() - 2);
    after.with_constant(op_checkcast, shared_.file.pool.add_class(name));
  }
  insert(index, Where::after, after, kAccessStack);
}

// The value on top of the stack, with the object (or the array and the index) below it.
void MethodRewriter::write_value(uint32_t index, std::string_view type, int32_t site, unsigned below) {
  const char kind = value_kind(type);
  const uint32_t local = code_.max_locals + edits_.lasting_locals();
  edits_.need_locals(2);
  Emitter check = emitter();
  check.store(type, local);
  if (below > 0) check.op(below == 1 ? op_dup : op_dup2);
  check.load(type, local).push(site);
  if (below == 2) {
    check.call(shim::of_kind(shim::kElements, kind).write);
  } else {
    const shim::ValueMethods& methods = shim::of_kind(shim::kValues, kind);
    check.call(below == 1 ? methods.write : methods.write_static);
  }
  check.load(type, local);
  insert(index, Where::before, check, kAccessStack);
}

void MethodRewriter::check_field(Emitter& check, uint32_t index, int32_t site, bool is_write) {
  if (plan_.stamp[index] != AccessPlan::kNone) {
    const uint32_t local = first_stamp_ + 2 * plan_.stamp[index];
    check.load("J", local).push(site).call(is_write ? shim::write_stamped : shim::read_stamped);
    check.store("J", local);
  } else if (plan_.known_word[index] != AccessPlan::kNone) {
    const uint32_t local = first_known_word_ + 2 * plan_.known_word[index];
    check.load("J", local).push(site);
    check.call(is_write ? shim::write_known : shim::read_known).store("J", local);
  } else if (plan_.unseen[index]) {
    shared_.result.sites.back().same_stack = plan_.same_stack[index];
    check.push(site).call(plan_.same_stack[index] ? shim::write_unseen_same_stack : shim::write_unseen);
  } else {
    check.push(site).call(is_write ? shim::write : shim::read);
  }
}

void MethodRewriter::check_group(uint32_t index, const std::vector<uint32_t>& reads) {
  // By how many there are; kMaxTogether is the most.
  static constexpr shim::Method kReads[] = {shim::read, shim::read_two, shim::read_three, shim::read_four};
  static constexpr shim::Method kKnown[] = {shim::read_known, shim::read_two_known, shim::read_three_known,
                                            shim::read_four_known};
  DH_CHECK(!reads.empty() && reads.size() <= std::size(kReads), "no method for a group of this size");
  Emitter check = emitter();
  check.op(op_dup);
  const uint32_t known = plan_.known_word[index];
  if (known != AccessPlan::kNone) check.load("J", first_known_word_ + 2 * known);
  for (const uint32_t read : reads)
    check.push(add_site(SiteKind::field_read, read, shared_.file.pool.member(code_.constant(read))));
  if (known != AccessPlan::kNone) {
    check.call(kKnown[reads.size() - 1]).store("J", first_known_word_ + 2 * known);
  } else {
    check.call(kReads[reads.size() - 1]);
  }
  insert(index, Where::before, check, kAccessStack);
}

void MethodRewriter::read_field(uint32_t index) {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name) return;
  const auto own = field_flags(*name);
  if (own && (*own & access::kFinal) != 0) return;  // published by the constructor's end
  const int32_t site = add_site(SiteKind::field_read, index, name);
  if (shared_.settings.values) return read_value(index, name->descriptor, site, false);
  Emitter check = emitter();
  if (own && (*own & access::kVolatile) == 0) {
    check.op(op_dup);
    check_field(check, index, site, false);
    return insert(index, Where::before, check, kAccessStack);
  }
  // It may be volatile: the event must follow the read, or it can miss the write whose value was read.
  Emitter before = emitter();
  before.op(op_dup);
  insert(index, Where::before, before, kAccessStack);
  if (slots_of(name->descriptor) == 2) {
    check.op(op_dup2_x1).op(op_pop2);
  } else {
    check.op(op_swap);
  }
  check.push(site).call(shim::read);
  insert(index, Where::after, check, kAccessStack);
}

void MethodRewriter::write_field(uint32_t index) {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name) return;
  const auto own = field_flags(*name);
  if (own && (*own & access::kFinal) != 0) return;
  // Only fields of this class can be written to before the object is initialised.
  if (is_constructor_ && name->owner == shared_.file.name() && before_super_[index]) return;
  const int32_t site = add_site(SiteKind::field_write, index, name);
  if (shared_.settings.values) return write_value(index, name->descriptor, site, 1);
  Emitter check = emitter();
  if (slots_of(name->descriptor) == 2) {
    check.op(op_dup2_x1).op(op_pop2).op(op_dup_x2);
  } else {
    check.op(op_dup2).op(op_pop);
  }
  check_field(check, index, site, true);
  insert(index, Where::before, check, kAccessStack);
}

void MethodRewriter::read_static(uint32_t index) {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name || is_primitive_constant(own_field(*name), name->descriptor)) return;
  const int32_t site = add_site(SiteKind::static_read, index, name);
  if (shared_.settings.values) return read_value(index, name->descriptor, site, true);
  Emitter check = emitter();
  check.push(site).call(shim::read_static);
  insert(index, Where::after, check, kAccessStack);
}

void MethodRewriter::write_static(uint32_t index) {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name || is_primitive_constant(own_field(*name), name->descriptor)) return;
  const int32_t site = add_site(SiteKind::static_write, index, name);
  if (shared_.settings.values) return write_value(index, name->descriptor, site, 0);
  Emitter check = emitter();
  check.push(site).call(shim::write_static);
  insert(index, Where::before, check, kAccessStack);
}

void MethodRewriter::enter_monitor(uint32_t index) {
  Emitter before = emitter();
  if (shared_.settings.requests) {
    before.op(op_dup).push(add_site(SiteKind::request, index)).call(shim::request);
  }
  before.op(op_dup);
  insert(index, Where::before, before, kAccessStack);
  Emitter after = emitter();
  after.push(add_site(SiteKind::enter, index)).call(shim::enter);
  insert(index, Where::after, after, kAccessStack);
}

void MethodRewriter::exit_monitor(uint32_t index) {
  Emitter before = emitter();
  before.op(op_dup).push(add_site(SiteKind::exit, index)).call(shim::exit);
  insert(index, Where::before, before, kAccessStack);
}

void MethodRewriter::instruction(uint32_t index) {
  const uint8_t opcode = code_.opcode(index);
  if (plan_.known_words > 0 && plan_.may_order[index]) {
    Emitter forget = emitter();
    forget_words(forget);
    insert(index, Where::before, forget, 2);
  }
  if (const auto group = plan_.groups.find(index); group != plan_.groups.end())
    return check_group(index, group->second);
  if (plan_.in_range[index]) return note_in_range(index, opcode);
  if (!plan_.covered[index] && !plan_.field_later[index]) check_instruction(index, opcode);
  if (opcode >= op_getstatic && opcode <= op_putfield) note_field(index);
}

// Accesses that can: of fields that may be volatile, and of static fields of other classes, which another
// thread may have initialised.
bool MethodRewriter::can_order_threads(uint32_t index, uint8_t opcode) const {
  if (is_array_load(opcode) || is_array_store(opcode)) return false;
  if (opcode < op_getstatic || opcode > op_putfield) return true;
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name) return false;
  const bool is_static = opcode == op_getstatic || opcode == op_putstatic;
  const auto flags = is_static ? own_field(*name) : field_flags(*name);
  return !flags || (*flags & access::kVolatile) != 0;
}

void MethodRewriter::check_instruction(uint32_t index, uint8_t opcode) {
  const Settings& settings = shared_.settings;
  if (detail_ == Detail::synchronization && !can_order_threads(index, opcode)) return;
  if (is_array_load(opcode)) {
    if (settings.arrays) read_array(index, opcode);
  } else if (is_array_store(opcode)) {
    if (settings.arrays) write_array(index, opcode);
  } else if (opcode == op_getfield) {
    if (settings.fields) read_field(index);
  } else if (opcode == op_putfield) {
    if (settings.fields) write_field(index);
  } else if (opcode == op_getstatic) {
    if (settings.statics) read_static(index);
  } else if (opcode == op_putstatic) {
    if (settings.statics) write_static(index);
  } else if (opcode == op_monitorenter) {
    if (settings.monitors) enter_monitor(index);
  } else if (opcode == op_monitorexit) {
    if (settings.monitors) exit_monitor(index);
  } else if (opcode >= op_invokevirtual && opcode <= op_invokeinterface) {
    if (settings.hooks != nullptr) call(index);
  }
}

CodeEdits& MethodRewriter::run() {
  if (is_constructor_) find_super_call();
  make_plan();
  const auto count = static_cast<uint32_t>(code_.instructions());
  for (uint32_t i = 0; i < count; ++i) instruction(i);
  entry_and_exits();
  return edits_;
}

}  // namespace dh::jvm
