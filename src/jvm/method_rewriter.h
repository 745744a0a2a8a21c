// Instruments one method. Used by instrument() only.
#pragma once

#include <unordered_map>

#include "classfile/code.h"
#include "classfile/descriptor.h"
#include "jvm/access_plan.h"
#include "jvm/emitter.h"
#include "jvm/instrument.h"

namespace dh::jvm {

// What the methods of one class share.
struct ClassRewrite {
  classfile::ClassFile& file;
  const Settings& settings;
  const uint32_t first_site;
  RewriteResult& result;
  std::unordered_map<std::string, uint16_t> own_fields;  // name and descriptor -> access flags
  std::unordered_map<std::string, uint32_t> members;     // index in result.members

  std::unordered_map<std::string, bool> quiet;  // own methods, by name and descriptor
  bool initialiser_is_shared = false;
  bool has_finalizer = false;

  bool excluded(std::string_view name) const;
  // The hook of calls of this method, if it has one.
  std::optional<uint32_t> hook_of(const classfile::MemberName& method) const;
};

// Whether a call runs nothing but plain code of this class and the JDK's arithmetic: no synchronization, no
// other calls, no initialisers of classes.
bool is_quiet_call(ClassRewrite& shared, const classfile::Code& code, uint32_t instruction);

inline constexpr std::string_view kObjectClass = "java/lang/Object";
inline constexpr std::string_view kReference = "L";

// The maximum number of slots that the inserted code of an access needs beyond those of the original.
inline constexpr unsigned kAccessStack = 8;

// Primitive constants publish nothing, so that not even the class's initialisation matters.
inline bool is_primitive_constant(const std::optional<uint16_t>& own, std::string_view descriptor) {
  return own && (*own & classfile::access::kFinal) != 0 && !classfile::is_reference(descriptor);
}

// How much is added to a method, most first: a method must not grow beyond 64 KB.
enum class Detail : uint8_t {
  fast,             // also what makes the code faster
  simple,           // each access, one by one
  synchronization,  // only what orders threads: accesses that are left out can hide races, but make up none
};

class MethodRewriter {
 public:
  MethodRewriter(ClassRewrite& shared, const classfile::Member& method, const classfile::Code& code,
                 Detail detail);

  // Collects the edits; sites go to the shared result.
  classfile::CodeEdits& run();

 private:
  using Where = classfile::Where;

  void instruction(uint32_t index);
  void check_instruction(uint32_t index, uint8_t opcode);
  bool can_order_threads(uint32_t index, uint8_t opcode) const;
  void read_field(uint32_t index);
  void write_field(uint32_t index);
  void read_static(uint32_t index);
  void write_static(uint32_t index);
  void read_array(uint32_t index, uint8_t opcode);
  void write_array(uint32_t index, uint8_t opcode);
  void note_in_range(uint32_t index, uint8_t opcode);
  void note_field(uint32_t index);
  void make_plan();
  FieldUse use_of(uint32_t index) const;
  void keep_shadows();
  int32_t shadow_key(uint32_t local) const;
  void check_ranges();
  // The frame of an added handler: all that is certain of the locals.
  std::vector<uint8_t> handler_frame();
  bool handlers_need_this() const;
  // The parts of ranges whose code matches that frame.
  std::vector<classfile::CodeEdits::Range> within_handler_frame(
      std::vector<classfile::CodeEdits::Range> ranges) const;
  void forget_words(Emitter& code) const;
  // One check for reads of several fields of the object on top of the stack.
  void check_group(uint32_t index, const std::vector<uint32_t>& reads);
  // Puts in the check of an array access whose shadow is in a local; false: it is not.
  // Calls the shim for the object on top of the stack.
  void check_field(Emitter& check, uint32_t index, int32_t site, bool is_write);
  bool check_with_local(uint32_t index, uint8_t opcode, SiteKind kind);
  void write_value(uint32_t index, std::string_view type, int32_t site, unsigned below);
  void read_value(uint32_t index, std::string_view type, int32_t site, bool is_static);
  void enter_monitor(uint32_t index);
  void exit_monitor(uint32_t index);
  void call(uint32_t index);
  void surround_call(uint32_t index, uint32_t hook, const classfile::MethodType& type, bool has_receiver);
  void replace_call(uint32_t index, const ShimCall& shim, const classfile::MethodType& type, int32_t site,
                    bool has_receiver);

  void find_super_call();
  void entry_and_exits();
  void use_class_at_entry();
  void publish_to_finalizer();
  void freeze_final_fields();
  // Calls of the shim where a modelled method of the JDK itself begins and ends.
  void enter_and_leave();
  void push_lock(Emitter& code) const;
  bool stores_to_this() const;
  std::vector<classfile::CodeEdits::Range> stretches_with_this() const;

  int32_t add_site(SiteKind kind, uint32_t index, std::optional<classfile::MemberName> member = {});
  int32_t line_at(uint32_t offset) const;
  // Access flags of a field of this class, or nothing.
  std::optional<uint16_t> own_field(const classfile::MemberName& name) const;
  // The same of an instance field of any class, as far as it is known.
  std::optional<uint16_t> field_flags(const classfile::MemberName& name) const;
  Emitter emitter() { return Emitter(shared_.file.pool); }
  void insert(uint32_t index, Where where, const Emitter& code, unsigned stack);

  ClassRewrite& shared_;
  const classfile::Member& method_;
  const classfile::Code& code_;
  classfile::CodeEdits edits_;
  std::vector<std::pair<uint16_t, uint16_t>> lines_;  // offset, line; sorted
  // In a constructor: instructions where `this` may not be initialised yet, and the call that does it.
  std::vector<bool> before_super_;
  std::optional<uint32_t> super_call_;
  bool is_constructor_ = false;
  AccessPlan plan_;
  Detail detail_ = Detail::fast;
  uint32_t first_own_site_ = 0;
  uint32_t first_pair_ = 0;  // locals
  uint32_t first_stamp_ = 0;
  uint32_t first_known_word_ = 0;
  // Of array accesses that are checked where their loop is left: the locals that remember them.
  struct InRange {
    uint32_t now = 0, done = 0;    // the counter in this iteration and in the last that came here
    uint32_t offset = UINT32_MAX;  // if it is captured
    int32_t factor = 1;
  };
  std::unordered_map<uint32_t, InRange> in_range_;
  struct Kept {
    uint32_t array = 0, shadow = 0;
  };
  // Of a loop that checks at its end. References are null while it does not run.
  struct LoopLocals {
    uint32_t self = UINT32_MAX;  // `this`
    std::vector<Kept> arrays;
    std::vector<std::pair<uint32_t, uint32_t>> counters;  // at first, in this iteration
    std::vector<uint32_t> flags;                          // of fields: one if it was used
  };
  LoopLocals loop_locals(const RangeLoop& loop, Emitter& start);
  Emitter check_range_loop(const RangeLoop& loop, const LoopLocals& locals);
  void check_fields(const RangeLoop& loop, const LoopLocals& locals, Emitter& check);
  std::unordered_map<uint32_t, Kept> kept_elements_;
  std::unordered_map<uint32_t, uint32_t> kept_fields_;  // reads of fields that a loop keeps in a local
  std::unordered_map<uint32_t, uint32_t>
      field_flags_;  // accesses that are checked later: what says that they were
};

}  // namespace dh::jvm
