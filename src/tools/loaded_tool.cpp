#include "tools/loaded_tool.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <filesystem>

#include <deadheat/tool.h>
#include "tools/lock_set.h"
#include "tools/registry.h"

namespace dh::dyn {

namespace {

namespace api = ::deadheat;

#define DH_EVENT(name, group, target)                                                                  \
  static_assert(static_cast<uint32_t>(api::EventKind::name) == static_cast<uint32_t>(EventKind::name), \
                "the public header has the order of events.def");
#include "dynamic/events.def"
#undef DH_EVENT
static_assert(static_cast<uint32_t>(api::Flow::retry) == static_cast<uint32_t>(Flow::retry));
static_assert(api::kMaxWord == DefaultLayout::kPayloadMask);

// A library that was loaded. Chains and tables point into it: it stays.
struct Library {
  const api::Description* description;
  std::vector<FindingTraits> findings;
};

std::deque<Library>& libraries() {
  static std::deque<Library> all;
  return all;
}

const api::Description& description_of(std::string_view tool) {
  const auto it = std::find_if(libraries().begin(), libraries().end(),
                               [&](const Library& one) { return tool == one.description->name; });
  DH_CHECK(it != libraries().end(), "a loaded tool is in the table of libraries");
  return *it->description;
}

class SetupView final : public api::Setup {
 public:
  SetupView(ToolSetup& setup, api::Host& host) : setup_(setup), host_(host) {}
  api::Host& host() override { return host_; }
  const char* option(const char* key, const char* otherwise) override {
    return texts_.emplace_back(setup_.option(key, otherwise)).c_str();
  }
  void problem(const char* text) override { setup_.problem(text); }

 private:
  ToolSetup& setup_;
  api::Host& host_;
  std::deque<std::string> texts_;  // that `option` returned
};

class OutputView final : public api::Output {
 public:
  explicit OutputView(ToolOutput& output) : output_(output) {}
  void line(const char* text) override { output_.lines.emplace_back(text); }

 private:
  ToolOutput& output_;
};

// A tool of the framework that passes everything on to one of a library.
class LoadedTool : private api::Host {
 public:
  static constexpr ToolTraits kTraits{};

  explicit LoadedTool(ToolSetup& setup)
      : name_(setup.name),
        tag_(DefaultLayout::owner_bits(setup.owner)),
        reports_(setup.reports),
        names_(setup.names),
        thread_state_(setup.thread_layout),
        lock_state_(setup.lock_layout) {
    SetupView view(setup, *this);
    const api::Description& description = description_of(setup.name);
    finding_count_ = description.finding_count;
    tool_.reset(description.make(view));
    if (tool_ == nullptr && setup.problems.empty()) setup.problem("could not be made");
  }

  void finish(ToolOutput& output) {
    OutputView view(output);
    tool_->finish(view);
  }

 protected:
  ~LoadedTool() = default;
  Flow handle(Event& e) {
    api::Event event = view_of(e);
    return static_cast<Flow>(tool_->handle(event));
  }
  uint64_t make_word(Event& e) {
    api::Event event = view_of(e);
    event.word = 0;
    return tag_ | (tool_->make(event) & api::kMaxWord);
  }

 private:
  api::Event view_of(Event& e) {
    api::Event event{};
    event.kind = static_cast<api::EventKind>(e.kind);
    event.thread = e.thread->id.value;
    event.target = e.target;
    event.place = e.location.valid() ? e.location.value : api::kNone;
    event.position = e.position;
    event.word = e.shadow & api::kMaxWord;
    event.thread_state = &thread_state_.of(*e.thread);
    event.lock_state = e.lock == nullptr ? nullptr : &lock_state_.of(*e.lock);
    const auto number = [](ThreadId thread) { return thread.valid() ? thread.value : api::kNone; };
    event.last_writer = e.last == nullptr ? api::kNone : number(e.last->write.thread);
    event.last_reader = e.last == nullptr ? api::kNone : number(e.last->read.thread);
    event.internal = &e;
    return event;
  }
  static Event& event_of(const api::Event& event) { return *static_cast<Event*>(event.internal); }

  bool put(api::Event& event, uint64_t word) override {
    Event& e = event_of(event);
    const bool done = tag_ != 0 && is_access(e.kind) && e.put(tag_ | (word & api::kMaxWord));
    event.word = e.shadow & api::kMaxWord;
    return done;
  }
  void report(const api::Event& event, uint32_t finding, const char* note) override {
    if (finding >= finding_count_) return;
    RawReport report = discipline_report(name_, event_of(event));
    report.finding = static_cast<uint8_t>(finding);
    if (note != nullptr) report.note = note;
    reports_.add(std::move(report));
  }
  size_t held(const api::Event& event, uint32_t* locks, size_t room) override {
    const auto& held = event_of(event).thread->held;
    for (size_t i = 0; i < std::min(room, held.size()); ++i) locks[i] = held[i].lock->id;
    return held.size();
  }
  void name_target(const api::Event& event, char* text, size_t room) override {
    copy_name(event_target(event_of(event).kind), event.target, text, room);
  }
  void name_thread(const api::Event& event, char* text, size_t room) override {
    copy_name(Space::thread, event.thread, text, room);
  }
  void copy_name(Space space, uint32_t id, char* text, size_t room) {
    if (room == 0) return;
    std::string name;
    {
      const std::lock_guard lock(names_.guard());
      name = display_name(names_, space, id);
    }
    const size_t length = std::min(name.size(), room - 1);
    std::memcpy(text, name.data(), length);
    text[length] = 0;
  }

  const std::string name_;
  const uint64_t tag_;
  ReportSink& reports_;
  const Names& names_;
  Decoration<ShadowThread, void*> thread_state_;
  Decoration<ShadowLock, void*> lock_state_;
  uint32_t finding_count_ = 0;
  std::unique_ptr<api::Tool> tool_;
};

class LoadedOwner final : public LoadedTool {
 public:
  using LoadedTool::LoadedTool;
  Flow any(Event& e) { return handle(e); }
  uint64_t make(Event& e) { return make_word(e); }
};

class LoadedWatcher final : public LoadedTool {
 public:
  using LoadedTool::LoadedTool;
  Flow any(Event& e) { return handle(e); }
};

// Of no accesses, so that inline code may settle them.
class LoadedListener final : public LoadedTool {
 public:
  using LoadedTool::LoadedTool;
  Flow sync(Event& e) { return handle(e); }
  Flow block(Event& e) { return handle(e); }
  Flow method(Event& e) { return handle(e); }
  Flow info(Event& e) { return handle(e); }
};

template <typename T>
ToolNode make_loaded(ToolSetup& setup) {
  ToolNode node = make_node<T>(setup);
  const uint64_t listens = description_of(setup.name).listens;
  for (size_t kind = 0; kind < kEventKinds; ++kind)
    if ((listens >> kind & 1) == 0) node.handlers[kind] = nullptr;
  return node;
}

// What is wrong with a text that names are filled in, or empty.
std::string placeholder_problem(std::string_view text) {
  static constexpr std::string_view kKnown[] = {
      "tool", "target", "operation", "thread", "earlier_operation", "earlier_thread", "block", "note"};
  for (size_t at = 0; (at = text.find_first_of("{}", at)) != std::string_view::npos; ++at) {
    const size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    if (end == std::string_view::npos) return fmt::format("a brace without its other one in '{}'", text);
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (std::find(std::begin(kKnown), std::end(kKnown), name) == std::end(kKnown))
      return fmt::format("nothing stands for {{{}}} in '{}'", name, text);
    at = end;
  }
  return {};
}

// What is wrong with a description, or empty.
std::string problem_of(const api::Description* description) {
  if (description == nullptr) return "deadheat_tool() returns null";
  if (description->api != api::kApiVersion)
    return fmt::format("it was built for version {} of deadheat/tool.h, and this deadheat has {}",
                       description->api, api::kApiVersion);
  if (description->name == nullptr || *description->name == 0 || description->summary == nullptr ||
      description->make == nullptr || (description->findings == nullptr && description->finding_count != 0)) {
    return "its description lacks a name, a summary, findings or `make`";
  }
  if (std::strpbrk(description->name, ":|@,= ") != nullptr || description->finding_count > UINT8_MAX)
    return "its name is not one word, or it has too many kinds of findings";
  if (find_tool(description->name) != nullptr)
    return fmt::format("there is a tool '{}' already", description->name);
  for (uint32_t i = 0; i < description->finding_count; ++i) {
    const api::FindingKind& kind = description->findings[i];
    if (kind.rule == nullptr || kind.message == nullptr || kind.hint == nullptr)
      return "a finding lacks its rule, message or hint";
    for (const char* text : {kind.message, kind.hint})
      if (std::string problem = placeholder_problem(text); !problem.empty()) return problem;
  }
  return {};
}

void add_library(const api::Description& description) {
  Library& library = libraries().emplace_back(Library{&description, {}});
  for (uint32_t i = 0; i < description.finding_count; ++i) {
    const api::FindingKind& kind = description.findings[i];
    library.findings.push_back({.rule = kind.rule,
                                .message = kind.message,
                                .hint = kind.hint,
                                .certainty = factors::loaded_tool,
                                .doubt = {}});
  }
  ToolInfo info{
      description.name, ToolCategory::loaded, description.summary, description.owns_locations, {}, {}, {}};
  info.traits.findings = library.findings;
  info.traits.needs.stacks = true;
  const bool wants_accesses = (description.listens & api::kAccesses) != 0;
  info.make = description.owns_locations ? make_loaded<LoadedOwner>
              : wants_accesses           ? make_loaded<LoadedWatcher>
                                         : make_loaded<LoadedListener>;
  add_tool(info);
}

}  // namespace

Result<void> load_tools(std::vector<std::string>& paths) {
  for (std::string& path : paths) {
    // A name without a slash would be searched for in the system's folders.
    path = std::filesystem::absolute(path).string();
    if (const Result<void> loaded = load_tool(path); !loaded) return loaded;
  }
  return {};
}

Result<void> load_tool(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return fail("{}", ::dlerror());
  const auto function = reinterpret_cast<const api::Description* (*)()>(::dlsym(library, "deadheat_tool"));
  if (function == nullptr) return fail("{}: it exports no function deadheat_tool() (deadheat/tool.h)", path);
  const api::Description* const description = function();
  if (const std::string problem = problem_of(description); !problem.empty())
    return fail("{}: {}", path, problem);
  add_library(*description);
  return {};
}

}  // namespace dh::dyn
