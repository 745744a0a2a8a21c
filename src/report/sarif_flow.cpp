#include "report/sarif_flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/sarif_parts.h"
#include "report/words.h"

namespace dh::sarif {

namespace {

// A finding of hundreds of accesses is shown by its first ones, a deep stack by its innermost frames.
constexpr size_t kMaxAccesses = 20;
constexpr size_t kMaxFrames = 40;

struct Thread {
  std::string name;
  std::vector<const Access*> accesses;
};

// Accesses of the same name are of the same thread, in the order of the source. An access without a name
// counts as a thread of its own, and so does a second access at the same place: code that races with itself.
std::vector<Thread> threads_of(const Finding& finding) {
  std::vector<Thread> threads;
  size_t count = 0;
  for (const Access& access : finding.accesses) {
    if (!access.place.known() || ++count > kMaxAccesses) continue;
    auto same = std::find_if(threads.begin(), threads.end(), [&](const Thread& thread) {
      return !access.thread.empty() && thread.name == access.thread &&
             std::none_of(thread.accesses.begin(), thread.accesses.end(),
                          [&](const Access* other) { return other->place == access.place; });
    });
    if (same == threads.end()) same = threads.insert(same, Thread{access.thread, {}});
    same->accesses.push_back(&access);
  }
  for (Thread& thread : threads) {
    std::stable_sort(thread.accesses.begin(), thread.accesses.end(),
                     [](const Access* a, const Access* b) { return a->place < b->place; });
  }
  return threads;
}

Json flow_location(Json location, size_t nesting, size_t order) {
  return {{"location", std::move(location)}, {"nestingLevel", nesting}, {"executionOrder", order}};
}

std::string frame_text(const Frame& frame) {
  if (frame.note.empty()) return frame.function;
  return fmt::format("{} ({})", frame.function, frame.note);
}

// The calls that lead to a thread's first access, outermost first; the innermost frame is the access.
Json call_locations(const Thread& thread, SourceLines* sources, size_t& order) {
  Json locations = Json::array();
  const std::vector<Frame>& stack = thread.accesses.front()->stack;
  for (size_t i = std::min(stack.size(), kMaxFrames); i-- > 1;) {
    if (!stack[i].place.known()) continue;
    Json at = location(stack[i].place, frame_text(stack[i]), 0, sources);
    locations.push_back(flow_location(std::move(at), locations.size(), ++order));
  }
  return locations;
}

}  // namespace

Json code_flows(const Finding& finding, SourceLines* sources) {
  std::vector<Thread> threads = threads_of(finding);
  if (threads.empty()) return Json::array();
  size_t order = 0;
  std::vector<Json> calls;
  for (const Thread& thread : threads) calls.push_back(call_locations(thread, sources, order));

  Json flows = Json::array();
  for (size_t i = 0; i < threads.size(); ++i) {
    Json locations = std::move(calls[i]);
    size_t nesting = locations.size();
    size_t access_order = order;
    for (const Access* access : threads[i].accesses) {
      std::string text = access_sentence(finding, *access);
      if (std::string locks = locks_sentence(finding, *access); !locks.empty()) text += ", " + locks;
      Json at = location(access->place, text, 0, sources);
      add_logical_location(at, access->symbol);
      locations.push_back(flow_location(std::move(at), nesting, ++access_order));
    }
    Json flow = {{"id", fmt::format("{}", i + 1)}};
    if (!threads[i].name.empty()) flow["message"] = message(literal(threads[i].name));
    flow["locations"] = std::move(locations);
    flows.push_back(std::move(flow));
  }
  return Json::array({Json{{"threadFlows", std::move(flows)}}});
}

Json stacks(const Finding& finding, SourceLines* sources) {
  Json result = Json::array();
  for (const Access& access : finding.accesses) {
    if (access.stack.empty()) continue;
    if (result.size() == kMaxAccesses) break;
    Json frames = Json::array();
    for (const Frame& frame : access.stack) {
      if (frames.size() == kMaxFrames) break;
      Json at = location(frame.place, frame_text(frame), 0, sources);
      add_logical_location(at, frame.function);
      frames.push_back(Json{{"location", std::move(at)}});
    }
    Json stack = {{"message", message(literal(access_sentence(finding, access)))}};
    stack["frames"] = std::move(frames);
    if (std::find(result.begin(), result.end(), stack) == result.end()) result.push_back(std::move(stack));
  }
  return result;
}

}  // namespace dh::sarif
