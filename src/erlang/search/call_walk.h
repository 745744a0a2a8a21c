// The calls of a function: operations of the model, and functions of the program through their summaries.
#pragma once

#include "erlang/search/frame.h"

namespace dh::erlang {

class CallWalk {
 public:
  CallWalk(Frame& frame, WalkListener& listener) : frame_(frame), in_(frame.in), listener_(listener) {}

  void call(uint32_t index, PathState& s, Taint& control);

 private:
  // How a target is entered: as another round of a loop, or through a fun that is not followed.
  enum class Entering : uint8_t { first, again, unknown };

  void operations(uint32_t index, PathState& s, const Taint& control);
  void operation(uint32_t index, const OperationModel& op, const Datum& datum, PathState& s,
                 const Taint& control);
  void write(Write& w, PathState& s);
  void end_reads(const Datum& d, bool contextual, PathState& s);
  // Functions of the program.
  void targets(uint32_t index, PathState& s, Taint& control, Taint& result);
  void unknown_target(uint32_t index, PathState& s, Taint& control, Taint& result);
  void enter_funs(uint32_t index, const Target& target, PathState& s, Taint& control);
  void enter(uint32_t index, const Summary& summary, const Target& target, ValueId fun, PathState& s,
             Taint& control, Taint& result, Entering entering = Entering::first);
  std::optional<CalleeEntry> entry_of(uint32_t index, const Summary& summary, const Target& target,
                                      ValueId fun, Entering entering);
  std::optional<Condition> chosen(const Call& c, const Target& target, ValueId fun);
  void bring_writes(const CalleeEntry& entry, PathState& s, const Taint& control, Entering entering);
  // Null where they cannot be true.
  const std::vector<Condition>* import_conditions(const CalleeEntry& entry,
                                                  const std::vector<Condition>& conditions);
  void bring_reads(const CalleeEntry& entry, PathState& s, Taint& control, Taint& result);
  std::optional<PendingRead> imported(const CalleeEntry& entry, const ReadSummary& read);
  Taint result_of_other_process(CalleeEntry& entry);
  Taint answer_taint(const Call& c, const std::vector<Target>& targets);
  // What becomes of parameters and of processes.
  void note_fun_calls(const Call& c, const std::vector<Target>& targets);
  void note_ends(const Call& c, const std::vector<Target>& targets, PathState& s);
  void note_end(ValueId v, PathState& s);

  Frame& frame_;
  const WalkInputs& in_;
  WalkListener& listener_;
  Taint operation_reads_;  // of the current call, which may call funs with what it reads
  // Most of what a callee does is under the same conditions: what importing them gave last.
  struct {
    const std::vector<Condition>* of = nullptr;
    std::optional<std::vector<Condition>> result;
  } last_conditions_;
};

}  // namespace dh::erlang
