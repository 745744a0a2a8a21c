#include <array>

#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

struct ShortName {
  std::string_view text;
  EventKind kind;
};
constexpr ShortName kShort[] = {
    {"r", EventKind::read},      {"w", EventKind::write},        {"acq", EventKind::acquire},
    {"rel", EventKind::release}, {"fork", EventKind::start_pre}, {"join", EventKind::join_post},
    {"begin", EventKind::begin}, {"end", EventKind::end},
};

constexpr std::array<std::string_view, 9> kHandOvers = {
    "", "executor", "future", "queue", "latch", "semaphore", "park", "thread_local", "interrupt"};

bool has_hand_over(EventKind kind) {
  return kind == EventKind::handover_out || kind == EventKind::handover_in;
}

bool has_mode(EventKind kind) {
  return kind == EventKind::acquire || kind == EventKind::release || kind == EventKind::request;
}

bool parse_kind(std::string_view text, EventKind& kind) {
  if (text == "req") {  // as other programs write it
    kind = EventKind::request;
    return true;
  }
  for (const ShortName& name : kShort) {
    if (name.text == text) {
      kind = name.kind;
      return true;
    }
  }
  for (size_t k = 0; k < kEventKinds; ++k) {
    if (event_name(static_cast<EventKind>(k)) == text) {
      kind = static_cast<EventKind>(k);
      return true;
    }
  }
  return false;
}

}  // namespace

std::string std_operation(EventKind kind, uint8_t detail) {
  std::string text(event_name(kind));
  for (const ShortName& name : kShort) {
    if (name.kind == kind) text = name.text;
  }
  if (has_mode(kind) && detail == static_cast<uint8_t>(LockMode::shared)) text += ".read";
  if (has_hand_over(kind) && detail > 0 && detail < kHandOvers.size())
    text.append(".").append(kHandOvers[detail]);
  return text;
}

bool parse_std_operation(std::string_view text, EventKind& kind, uint8_t& detail) {
  const size_t dot = text.find('.');
  detail = 0;
  if (!parse_kind(text.substr(0, dot), kind)) return false;
  if (dot == std::string_view::npos) return true;
  const std::string_view suffix = text.substr(dot + 1);
  if (has_mode(kind) && suffix == "read") {
    detail = static_cast<uint8_t>(LockMode::shared);
    return true;
  }
  if (!has_hand_over(kind)) return false;
  for (size_t i = 1; i < kHandOvers.size(); ++i) {
    if (kHandOvers[i] == suffix) {
      detail = static_cast<uint8_t>(i);
      return true;
    }
  }
  return false;
}

}  // namespace dh::dyn
