#include "whole_program/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "whole_program/confidence.h"
#include "whole_program/locks.h"

namespace dh::whole {

using namespace smallir;

namespace {

// Longer stacks are cut off: they do not help a reader.
constexpr size_t kMaxFrames = 60;

class Reporter {
 public:
  Reporter(const Module& module, const Heap& heap, const Roots& roots, const Traces& traces)
      : module_(module), heap_(heap), roots_(roots), traces_(traces) {}

  Access access(const AccessEvent& event) const;
  SharedThing shared(const AccessEvent& event, ObjectId object) const;
  std::string thread_title(VisitId visit) const;

 private:
  void add_frames(VisitId visit, uint32_t instruction, std::vector<Frame>& stack) const;
  std::string contents_title(ObjectId object) const;
  std::string body_title(InstanceId id) const;

  const Module& module_;
  const Heap& heap_;
  const Roots& roots_;
  const Traces& traces_;
};

const Function& function_of(const Module& module, const Heap& heap, const Visit& visit) {
  return module.functions[heap.instances[visit.instance].function];
}

void Reporter::add_frames(VisitId visit, uint32_t instruction, std::vector<Frame>& stack) const {
  std::string note;
  while (stack.size() < kMaxFrames) {
    const Visit& at = traces_.visits[visit];
    const Function& function = function_of(module_, heap_, at);
    FunctionId id = heap_.instances[at.instance].function;
    stack.push_back({function_title(module_, id),
                     place_of(module_, function, module_.body(function)[instruction]),
                     std::exchange(note, {})});
    instruction = at.call;
    visit = at.parent;
    if (at.joined) note = "starts the thread and waits for it";
    if (visit.valid()) continue;
    const Thread& thread = traces_.threads[at.thread];
    if (thread.starts.empty()) return;
    const SyncEvent& start = traces_.syncs[thread.starts[0]];
    if (start.thread.value >= at.thread.value) return;  // a thread that starts itself has no end of frames
    visit = start.visit;
    instruction = start.instruction;
    note = "starts the thread";
  }
}

std::string Reporter::thread_title(VisitId visit) const {
  const Thread& thread = traces_.threads[traces_.visits[visit].thread];
  if (!thread.body.valid()) {
    const Root& root = roots_.roots[thread.root];
    switch (root.kind) {
      case RootKind::load_time:
        return "load-time code";
      case RootKind::script:
      case RootKind::test:
        return root.title;
      case RootKind::entry:
        return fmt::format("a caller of {}", root.title);
      case RootKind::api: {
        while (traces_.visits[visit].parent.valid()) visit = traces_.visits[visit].parent;
        ClassId called = function_of(module_, heap_, traces_.visits[visit]).class_id;
        return fmt::format("a user of {}", called.valid() ? class_title(module_, called) : root.title);
      }
      case RootKind::library:
        return fmt::format("a user of {}", root.title);
    }
  }
  const SyncEvent& start = traces_.syncs[thread.starts[0]];
  const Function& code = function_of(module_, heap_, traces_.visits[start.visit]);
  std::string where =
      fmt::format("started in {}, line {}",
                  function_title(module_, heap_.instances[traces_.visits[start.visit].instance].function),
                  module_.body(code)[start.instruction].place.line);
  std::string name = body_title(thread.body);
  return name.empty() ? "the thread " + where : fmt::format("the thread {}, {}", name, where);
}

// `[ self listenLoop ] fork`: the method that the thread is there for.
std::string Reporter::body_title(InstanceId id) const {
  const Function& body = module_.functions[heap_.instances[id].function];
  if (body.kind != FunctionKind::block) return function_title(module_, heap_.instances[id].function);
  uint32_t sends = 0, at = 0;
  std::span<const Instruction> code = module_.body(body);
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (code[i].op == Op::write) return {};
    if (code[i].op != Op::send && code[i].op != Op::super_send) continue;
    ++sends;
    at = i;
  }
  if (sends != 1 || module_.operands_of(code[at])[0].kind() != Value::Kind::self) return {};
  for (const CallEdge& edge : heap_.calls[id.index()]) {
    if (edge.instruction == at && edge.kind == CallKind::method) {
      return function_title(module_, heap_.instances[edge.callee].function);
    }
  }
  return {};
}

std::string Reporter::contents_title(ObjectId id) const {
  const Object& object = heap_.objects[id];
  std::string name = object.class_id.valid() ? class_title(module_, object.class_id) : "object";
  if (!object.instance.valid()) return name;
  FunctionId maker = heap_.instances[object.instance].function;
  return fmt::format("{} made in {}", name, function_title(module_, maker));
}

SharedThing Reporter::shared(const AccessEvent& event, ObjectId object) const {
  if (!event.variable.valid()) return {"contents", contents_title(object)};
  const Variable& variable = module_.variables[event.variable];
  std::string title = variable_title(module_, event.variable);
  switch (variable.kind) {
    case VariableKind::argument:
    case VariableKind::temporary:
      return {"variable", fmt::format("{} of {}", title, function_title(module_, variable.function))};
    case VariableKind::field:
      return {"instance variable", title};
    case VariableKind::class_variable:
      return {"class variable", title};
    case VariableKind::global:
      return {"global", title};
  }
  return {};
}

Access Reporter::access(const AccessEvent& event) const {
  const Visit& visit = traces_.visits[event.visit];
  const Function& function = function_of(module_, heap_, visit);
  Access access;
  access.kind = !event.writes ? AccessKind::read : event.reads ? AccessKind::update : AccessKind::write;
  access.place = place_of(module_, function, module_.body(function)[event.instruction]);
  access.symbol = function_title(module_, heap_.instances[visit.instance].function);
  access.thread = thread_title(event.visit);
  const Instruction& instruction = module_.body(function)[event.instruction];
  std::string what = event.variable.valid()
                         ? variable_title(module_, event.variable)
                         : fmt::format("a collection ({})", module_.text(instruction.selector()));
  access.description = fmt::format("{} {}",
                                   !event.writes ? "reads"
                                   : event.reads ? "changes"
                                                 : "writes",
                                   what);
  add_frames(event.visit, event.instruction, access.stack);
  for (uint32_t lock : traces_.lock_sets[event.locks]) {
    std::string title = lock_title(module_, heap_, traces_.locks[lock]);
    if (std::find(access.locks.begin(), access.locks.end(), title) == access.locks.end()) {
      access.locks.push_back(title);
    }
  }
  std::sort(access.locks.begin(), access.locks.end());
  return access;
}

}  // namespace

Finding make_finding(const Module& module, const ProgramIndex& index, const Heap& heap,
                     const Multiplicity& multiplicity, const Roots& roots, const Traces& traces,
                     const Race& race) {
  Reporter reporter(module, heap, roots, traces);
  const AccessEvent& first = traces.accesses[race.first];
  const AccessEvent& second = traces.accesses[race.second];
  Finding finding;
  finding.rule = Rule::smalltalk_race;
  finding.shared = reporter.shared(first, race.object);
  finding.accesses.push_back(reporter.access(first));
  finding.accesses.push_back(reporter.access(second));
  finding.place = finding.accesses[0].place;
  const bool contents = !first.variable.valid();
  const std::string shared = contents ? fmt::format("the contents of {}", finding.shared.name)
                                      : fmt::format("{} {}", finding.shared.kind, finding.shared.name);
  const std::string other =
      race.same_thread_twice ? "another run of the same code" : finding.accesses[1].thread;
  const char* change = race.same_thread_twice ? "change" : "write";
  // Equal fingerprints are numbered in the order of the messages: keep the order of the parts.
  finding.message = fmt::format("data race on {}: {} by {} while {} can {} {}", shared,
                                first.reads ? "changed" : "written", finding.accesses[0].thread, other,
                                second.writes ? change : "read", contents ? "them" : "it");
  finding.hint =
      "guard both accesses with the same lock (`aMutex critical: [...]`), or order them with a semaphore, a "
      "promise or a SharedQueue";
  finding.confidence = rate(module, index, heap, multiplicity, roots, traces, race);
  return finding;
}

}  // namespace dh::whole
