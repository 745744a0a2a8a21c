// What is known about the accesses of a method before it is rewritten.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"
#include "jvm/range_plan.h"

namespace dh::jvm {

struct AccessPlan {
  static constexpr uint32_t kNone = UINT32_MAX;

  // By instruction: the access needs no check of its own: that of another access of the same location
  // stands for it (dynamic/fast_paths.h, FastPaths::covers).
  std::vector<bool> covered;

  // Loops keep the shadows of the arrays they use in locals of their own. An array that is in a local of the
  // method has its shadow looked up where that local is set; others where they are used, unless it is the
  // array of the previous use. Numbers count from 0.
  std::vector<uint32_t> in_local;        // by instruction, of array accesses: the local that holds the array
  std::vector<uint32_t> by_place;        // the same: the number of the pair of locals for other arrays
  std::map<uint32_t, uint32_t> shadows;  // local that holds an array -> number of its shadow
  std::vector<std::pair<uint32_t, uint32_t>> stores;  // instruction that sets such a local to an array, local
  std::vector<uint32_t> parameters;                   // such locals that hold one from the start
  uint32_t pairs = 0;

  // By instruction, of accesses in loops to fields of `this`: the number of the local that remembers when it
  // was last checked.
  std::vector<uint32_t> stamp;
  uint32_t stamps = 0;
  // By instruction: a write to an object that has not escaped its constructor yet; and whether the
  // stack there is that of such a write before it.
  std::vector<bool> unseen, same_stack;
  // Reads of several fields of one object, by the first of them: one check there stands for all of them.
  std::map<uint32_t, std::vector<uint32_t>> groups;
  // By instruction, of accesses to fields in loops without calls: the number of the local that has the word
  // of the last quick access there.
  std::vector<uint32_t> known_word;
  uint32_t known_words = 0;
  // By instruction: in a loop that does nothing but accesses of plain locations.
  std::vector<bool> quiet;
  // By instruction: it may synchronize, so that nothing is known of words after it.
  std::vector<bool> may_order;
  // By instruction: an array access that is checked where its loop is left; and the same of own fields.
  std::vector<bool> in_range, field_later;
  std::vector<RangeLoop> loops;
};

enum class FieldUse : uint8_t {
  plain,     // a checked access of a field that is certainly not volatile
  no_event,  // not checked at all
  unknown,   // may be volatile
};

struct PlanQuestions {
  bool covers = false;  // look for covered accesses
  bool groups = false;
  bool known_words = false;
  bool shadows = false;
  bool ranges = false;
  bool this_stays = false;                  // local 0 is `this` throughout
  uint32_t super_call = AccessPlan::kNone;  // in a constructor whose superclass is Object
  std::function<FieldUse(uint32_t instruction)> field;
  std::function<int32_t(uint32_t instruction)> line;
  // Whether a call certainly does nothing that matters to other threads but checked accesses.
  std::function<bool(uint32_t instruction)> quiet_call;
};

// Whether an ldc of any form loads what cannot run code: no class, method type or the like.
bool is_plain_ldc(const classfile::ConstantPool& pool, const classfile::Code& code, uint32_t instruction);

AccessPlan plan_accesses(const classfile::ClassFile& file, const classfile::Member& method,
                         const classfile::Code& code, const PlanQuestions& questions);

}  // namespace dh::jvm
