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

  bool excluded(std::string_view name) const;
  // The hook of calls of this method, if it has one.
  std::optional<uint32_t> hook_of(const classfile::MemberName& method) const;
};

// Slots that the inserted code of an access needs at most beyond those of the original.
inline constexpr unsigned kAccessStack = 8;

// Primitive constants publish nothing, so that not even the class's initialisation matters.
inline bool is_primitive_constant(const std::optional<uint16_t>& own, std::string_view descriptor) {
  return own && (*own & classfile::access::kFinal) != 0 && !classfile::is_reference(descriptor);
}

class MethodRewriter {
 public:
  // Simple: without what makes code faster and larger.
  MethodRewriter(ClassRewrite& shared, const classfile::Member& method, const classfile::Code& code,
                 bool simple);

  // Collects the edits; sites go to the shared result.
  classfile::CodeEdits& run();

 private:
  using Where = classfile::Where;

  void instruction(uint32_t index);
  void read_field(uint32_t index);
  void write_field(uint32_t index);
  void read_static(uint32_t index);
  void write_static(uint32_t index);
  void read_array(uint32_t index, uint8_t opcode);
  void write_array(uint32_t index, uint8_t opcode);
  void make_plan();
  FieldUse use_of(uint32_t index) const;
  void keep_shadows();
  // Puts in the check of an array access whose shadow is in a local; false: it is not.
  // Calls the shim for the object on top of the stack.
  void check_field(Emitter& check, uint32_t index, int32_t site, bool is_write);
  bool check_with_local(uint32_t index, uint8_t opcode, SiteKind kind);
  void read_value(uint32_t index, std::string_view type, int32_t site, bool is_static);
  void enter_monitor(uint32_t index);
  void exit_monitor(uint32_t index);
  void call(uint32_t index);
  void surround_call(uint32_t index, uint32_t hook, const classfile::MethodType& type, bool has_receiver);
  void replace_call(uint32_t index, const ShimCall& shim, const classfile::MethodType& type, int32_t site,
                    bool has_receiver);

  void find_super_call();
  void entry_and_exits();
  void push_lock(Emitter& code) const;
  bool stores_to_this() const;

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
  bool simple_ = false;
  uint32_t first_pair_ = 0;  // locals
  uint32_t first_stamp_ = 0;
};

}  // namespace dh::jvm
