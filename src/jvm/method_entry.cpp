// The half of MethodRewriter for whole methods: synchronized ones, enter and exit, class initialisation.
#include <algorithm>
#include <unordered_map>

#include "classfile/stack_map.h"
#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

// Follows the code in its order. A call of <init> of this class or its superclass that no `new` of the same
// class waits for initialises `this`; frames say it where the code does not run in its order.
void MethodRewriter::find_super_call() {
  const ConstantPool& pool = shared_.file.pool;
  std::vector<RawFrame> frames;
  if (const Attribute* table = shared_.file.find(code_.attributes, "StackMapTable")) {
    if (auto read = read_frames(code_, table->info)) frames = std::move(*read);
  }
  Frame initial;
  initial.locals.push_back({VerifyTag::uninitialized_this, 0});
  const MethodType type = parse_method(pool.utf8(method_.descriptor));
  for (size_t i = 0; i < type.parameters.size(); ++i) initial.locals.push_back({VerifyTag::integer, 0});
  const std::vector<Frame> expanded = expand_frames(frames, std::move(initial));

  before_super_.assign(code_.instructions(), false);
  std::unordered_map<std::string_view, int> waiting;
  bool uninitialised = true;
  size_t frame = 0;
  for (uint32_t i = 0; i < code_.instructions(); ++i) {
    for (; frame < expanded.size() && frames[frame].instruction <= i; ++frame) {
      if (frames[frame].instruction != i) continue;
      uninitialised = false;
      for (const VerifyType local : expanded[frame].locals)
        uninitialised = uninitialised || local.tag == VerifyTag::uninitialized_this;
    }
    before_super_[i] = uninitialised;
    const uint8_t opcode = code_.opcode(i);
    if (opcode == op_new) ++waiting[pool.class_name(code_.constant(i))];
    if (opcode != op_invokespecial) continue;
    const auto called = pool.member(code_.constant(i));
    if (!called || called->name != "<init>") continue;
    int& waits = waiting[called->owner];
    if (waits > 0) {
      --waits;
    } else if (called->owner == shared_.file.name() || called->owner == shared_.file.super_name()) {
      if (uninitialised) super_call_ = super_call_ ? Code::kNoInstruction : i;
      uninitialised = false;
    }
  }
  if (super_call_ == Code::kNoInstruction) super_call_.reset();  // not just one
}

bool MethodRewriter::stores_to_this() const {
  for (uint32_t i = 0; i < code_.instructions(); ++i) {
    uint8_t opcode = code_.opcode(i);
    if (opcode == op_wide) opcode = code_.code[code_.starts[i] + 1];
    if (opcode >= op_istore && opcode < op_iastore && code_.local(i) == 0) return true;
  }
  return false;
}

// Where frames say that the first local is an object. Some compilers leave code that nothing reaches, with
// frames that have no locals.
std::vector<CodeEdits::Range> MethodRewriter::stretches_with_this() const {
  const auto count = static_cast<uint32_t>(code_.instructions());
  std::vector<RawFrame> frames;
  if (const Attribute* table = shared_.file.find(code_.attributes, "StackMapTable")) {
    if (auto read = read_frames(code_, table->info)) frames = std::move(*read);
  }
  const std::vector<Frame> expanded = expand_frames(frames, initial_frame(shared_.file, method_));
  std::vector<CodeEdits::Range> result;
  uint32_t begin = 0;
  bool has_this = true;
  const auto end_at = [&](uint32_t end) {
    if (has_this && begin < end) result.emplace_back(begin, end);
    begin = end;
  };
  for (size_t i = 0; i < expanded.size(); ++i) {
    const std::vector<VerifyType>& locals = expanded[i].locals;
    const bool now = !locals.empty() && locals.front().tag == VerifyTag::object;
    if (now == has_this) continue;
    end_at(frames[i].instruction);
    has_this = now;
  }
  end_at(count);
  return result;
}

// The lock of a synchronized method; null where the code cannot name it: the site's class or the innermost
// lock.
void MethodRewriter::push_lock(Emitter& code) const {
  if ((method_.access & access::kStatic) == 0) {
    if (stores_to_this()) {
      code.op(op_aconst_null);
    } else {
      code.op(op_aload_0);
    }
  } else if (shared_.file.major >= kJava5) {
    code.with_constant(op_ldc_w, shared_.file.this_class);
  } else {
    code.op(op_aconst_null);
  }
}

// What the initialiser of this class did to others happens before the code of the class that other threads
// run.
void MethodRewriter::use_class_at_entry() {
  const bool is_static = (method_.access & access::kStatic) != 0;
  const std::string_view name = shared_.file.pool.utf8(method_.name);
  if (!shared_.settings.class_init || !shared_.initialiser_is_shared || name == "<clinit>") return;
  const bool is_default_method = shared_.file.is_interface();
  if (!is_static && !is_default_method && (!is_constructor_ || !super_call_)) return;
  Emitter use = emitter();
  use.push(add_site(SiteKind::class_init, 0)).call(shim::use_class);
  edits_.need_stack(3);
  if (is_constructor_) {
    edits_.insert(*super_call_, Where::after, use.bytes());
  } else {
    edits_.at_start(use.bytes());
  }
}

// The end of a constructor happens before the finalizer.
void MethodRewriter::publish_to_finalizer() {
  if (!shared_.settings.class_init || !shared_.has_finalizer || !is_constructor_ || stores_to_this()) return;
  for (uint32_t i = 0; i < code_.instructions(); ++i) {
    if (!is_return(code_.opcode(i))) continue;
    Emitter out = emitter();
    out.op(op_aload_0).push(add_site(SiteKind::call, i)).call(shim::constructed);
    insert(i, Where::before, out, 3);
  }
}

// What a constructor put into arrays and collections of its final fields is visible to all who read those
// fields. Arguments that it only keeps were filled by its caller, who publishes them.
void MethodRewriter::freeze_final_fields() {
  const Settings& settings = shared_.settings;
  if (!is_constructor_ || !settings.class_init || !settings.arrays || stores_to_this()) return;
  std::vector<uint16_t> fields;
  for (uint32_t i = 1; i < code_.instructions(); ++i) {
    if (code_.opcode(i) != op_putfield) continue;
    const auto name = shared_.file.pool.member(code_.constant(i));
    if (!name) continue;
    const auto flags = own_field(*name);
    const bool is_filled = name->descriptor.starts_with('[') || name->descriptor.starts_with("Ljava/util/");
    const uint8_t before = code_.opcode(i - 1);
    const bool is_argument = before == op_aload || (before > op_aload_0 && before <= op_aload_0 + 3);
    if (!flags || (*flags & access::kFinal) == 0 || !is_filled || is_argument) continue;
    if (std::find(fields.begin(), fields.end(), code_.constant(i)) == fields.end())
      fields.push_back(code_.constant(i));
  }
  for (uint32_t i = 0; i < code_.instructions(); ++i) {
    if (!is_return(code_.opcode(i))) continue;
    for (const uint16_t field : fields) {
      Emitter freeze = emitter();
      freeze.op(op_aload_0)
          .with_constant(op_getfield, field)
          .push(add_site(SiteKind::call, i))
          .call(shim::freeze);
      insert(i, Where::before, freeze, 3);
    }
  }
}

void MethodRewriter::entry_and_exits() {
  const Settings& settings = shared_.settings;
  const std::string_view name = shared_.file.pool.utf8(method_.name);
  const bool synchronized = settings.monitors && (method_.access & access::kSynchronized) != 0;
  const bool class_init = settings.class_init && name == "<clinit>";
  const bool methods = settings.methods && name != "<clinit>" && (!is_constructor_ || super_call_);
  use_class_at_entry();
  freeze_final_fields();
  publish_to_finalizer();
  if (settings.hooks != nullptr && !settings.overrides) enter_and_leave();
  if (!synchronized && !class_init && !methods) return;

  Emitter enter = emitter();
  if (synchronized) {
    if ((method_.access & access::kStatic) == 0) {
      enter.op(op_aload_0);
    } else {
      push_lock(enter);
    }
    enter.push(add_site(SiteKind::enter, 0)).call(shim::enter);
  }
  if (methods) enter.push(add_site(SiteKind::method_enter, 0)).call(shim::method_enter);
  const auto leave = [&](uint32_t index) {
    Emitter code = emitter();
    if (methods) code.push(add_site(SiteKind::method_exit, index)).call(shim::method_exit);
    if (synchronized) {
      push_lock(code);
      code.push(add_site(SiteKind::exit, index)).call(shim::exit);
    }
    if (class_init) code.push(add_site(SiteKind::class_init, index)).call(shim::class_initialised);
    return code;
  };
  edits_.need_stack(3);
  if (is_constructor_) {
    edits_.insert(*super_call_, Where::after, enter.bytes());
  } else {
    edits_.at_start(enter.bytes());
  }
  const auto count = static_cast<uint32_t>(code_.instructions());
  for (uint32_t i = 0; i < count; ++i) {
    if (is_return(code_.opcode(i))) edits_.insert(i, Where::before, leave(i).bytes());
  }
  Emitter rethrow = leave(0);
  rethrow.op(op_athrow);
  std::vector<CodeEdits::Range> covered{{is_constructor_ ? *super_call_ + 1 : 0, count}};
  edits_.catch_all(rethrow.bytes(), handler_frame(), within_handler_frame(std::move(covered)),
                   CodeEdits::Covers::added_handlers_too);
}

// Whether the handler of the whole method needs `this`. Then those inside must keep it, too.
bool MethodRewriter::handlers_need_this() const {
  const bool synchronized = shared_.settings.monitors && (method_.access & access::kSynchronized) != 0;
  return synchronized && (method_.access & access::kStatic) == 0 && !stores_to_this();
}

std::vector<uint8_t> MethodRewriter::handler_frame() {
  std::vector<VerifyType> locals;
  if (handlers_need_this()) locals.push_back({VerifyTag::object, shared_.file.this_class});
  const std::vector<uint16_t>& lasting = edits_.lasting_types();
  if (!lasting.empty()) locals.resize(code_.max_locals);
  for (const uint16_t type : lasting) locals.push_back(lasting_type(type));
  Writer frame;
  const auto write = [&](VerifyType type) {
    frame.u1(static_cast<unsigned>(type.tag));
    if (type.tag == VerifyTag::object) frame.u2(type.value);
  };
  frame.u2(static_cast<unsigned>(locals.size()));
  for (const VerifyType type : locals) write(type);
  frame.u2(1);
  write({VerifyTag::object, shared_.file.pool.add_class("java/lang/Throwable")});
  return frame.take();
}

std::vector<CodeEdits::Range> MethodRewriter::within_handler_frame(
    std::vector<CodeEdits::Range> ranges) const {
  if (!handlers_need_this()) return ranges;
  std::vector<CodeEdits::Range> result;
  const std::vector<CodeEdits::Range> stretches = stretches_with_this();
  for (const CodeEdits::Range& range : ranges) {
    for (const CodeEdits::Range& stretch : stretches) {
      const uint32_t from = std::max(range.first, stretch.first);
      const uint32_t to = std::min(range.second, stretch.second);
      if (from < to) result.emplace_back(from, to);
    }
  }
  return result;
}

}  // namespace dh::jvm
