// What a tool is. docs/adding-a-tool.md is the guide.
//
// A tool is a class with a constructor `explicit Tool(ToolSetup&)` and handlers for the events it cares
// about, found by name at compile time: a handler is called like its event (events.def) or like its group
// (access, sync, block, method, info) or `any`, takes `Event&` and says by its Flow what becomes of the
// event. A tool that owns locations also has `uint64_t make(Event&)`, the word of a location that comes to
// it. `static constexpr ToolTraits kTraits` describes the tool (tool_traits.h). Optional: `void
// after(Event&)` runs when the rest of the chain is done with the event; `void thread_made(ShadowThread&)`;
// `void thread_begins(ShadowThread&)` before the thread's first event in a replay, or at its start;
// `void fast_paths(FastPaths&)`; `void finish(ToolOutput&)`; `void sweep(const LiveWords&)` and `size_t
// states() const`, how many states it would look through; `bool can_forget(const ShadowThread&) const`, asked
// just after a sweep about a thread that has ended; `void unmake(uint64_t word)`; `static constexpr
// bool kNeedsNoAccess = true` of a tool that listens to accesses but may miss those that inline code can
// settle.
//
// Threads: handlers run on the threads of the target, many at once. State of a thread belongs to that
// thread. State of a lock is guarded by ShadowLock::mutex. A shadow word changes only through Event::put;
// when put fails the handler returns Flow::retry. Everything else a tool shares it guards itself. No handler
// throws, blocks on the target, or calls back into it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamic/decoration.h"
#include "dynamic/event.h"
#include "dynamic/fast_paths.h"
#include "dynamic/names.h"
#include "dynamic/report.h"
#include "dynamic/shadow_thread.h"
#include "dynamic/tool_traits.h"

namespace dh::dyn {

enum class Flow : uint8_t {
  keep,     // the event ends here: it was handled, or filtered out
  pass,     // the next tool gets it
  advance,  // owners of the location only: hand location and event to the next owner, for ever
  retry,    // the shadow word changed meanwhile (put failed): look again
};

// Text and numbers a tool leaves at the end (Count, Timer, Contention).
struct ToolOutput {
  std::string tool;
  std::vector<std::string> lines;
  std::string incomplete = {};  // what was not looked at, and why; empty: nothing
};

// Calls its argument for every shadow word of the branch that the target can still reach.
using LiveWords = std::function<void(const std::function<void(uint64_t)>&)>;

using ToolOptions = std::vector<std::pair<std::string, std::string>>;

// What a tool gets when its chain is built.
class ToolSetup {
 public:
  ToolSetup(std::string tool, unsigned owner_tag, DecorationLayout& threads, DecorationLayout& locks,
            ReportSink& sink, const Names& table, ToolOptions tool_options, uint32_t& next_word)
      : name(std::move(tool)),
        owner(owner_tag),
        thread_layout(threads),
        lock_layout(locks),
        reports(sink),
        names(table),
        options_(std::move(tool_options)),
        next_word_(next_word) {}

  const std::string name;
  const unsigned owner;  // 0: the tool owns no locations
  DecorationLayout& thread_layout;
  DecorationLayout& lock_layout;
  ReportSink& reports;
  const Names& names;
  bool check_only = false;  // only the options are looked at: open no files

  // An index into ShadowThread::words, or kThreadWords when all are taken: then go without fast paths.
  uint8_t thread_word() {
    return static_cast<uint8_t>(next_word_ < kThreadWords ? next_word_++
                                                          : static_cast<uint32_t>(kThreadWords));
  }

  // Options of the tool on the command line: Name@key=value,key=value. What nobody asks for is an error.
  std::string option(std::string_view key, std::string_view otherwise);
  double number(std::string_view key, double otherwise, double least, double most);
  void problem(std::string text) { problems.push_back(name + ": " + std::move(text)); }
  void check_unused();
  std::vector<std::string> problems;

 private:
  ToolOptions options_;
  uint32_t& next_word_;
};

// The common part of reports, of the tool's first kind of finding.
RawReport make_report(const std::string& tool, const Event& e);

}  // namespace dh::dyn
