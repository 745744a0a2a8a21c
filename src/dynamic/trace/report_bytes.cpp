#include "dynamic/trace/report_bytes.h"

namespace dh::dyn {

namespace {

// Ids that may be "none" are stored plus one.
void put_id(std::string& to, uint32_t id) {
  put_number(to, uint64_t{id + 1u});
}
bool get_id(ByteCursor& from, uint32_t& id) {
  if (!from.number(id)) return false;
  --id;
  return true;
}

template <typename E>
bool get_enum(ByteCursor& from, E& value, uint64_t end) {
  uint64_t number;
  if (!from.number(number) || number >= end) return false;
  value = static_cast<E>(number);
  return true;
}

void put_list(std::string& to, const std::vector<uint32_t>& list) {
  put_number(to, list.size());
  for (const uint32_t item : list) put_number(to, item);
}
bool get_list(ByteCursor& from, std::vector<uint32_t>& list) {
  return get_each(from, [&] { return from.number(list.emplace_back()); });
}

void put_access(std::string& to, const RawAccess& access) {
  put_number(to, static_cast<uint64_t>(access.kind));
  put_id(to, access.thread.value);
  put_id(to, access.location.value);
  put_number(to, access.position);
  put_number(to, access.epoch.slot);
  put_number(to, access.epoch.clock);
  put_list(to, access.locks);
  put_id(to, access.target);
  put_number(to, access.stack.size());
  for (const LocId frame : access.stack) put_id(to, frame.value);
  put_number(to, access.known ? 1 : 0);
  put_number(to, access.knows_locks ? 1 : 0);
}
bool get_access(ByteCursor& from, RawAccess& access) {
  const auto frame = [&] { return get_id(from, access.stack.emplace_back().value); };
  return get_enum(from, access.kind, kEventKinds) && get_id(from, access.thread.value) &&
         get_id(from, access.location.value) && from.number(access.position) &&
         from.number(access.epoch.slot) && from.number(access.epoch.clock) && get_list(from, access.locks) &&
         get_id(from, access.target) && get_each(from, frame) && get_enum(from, access.known, 2) &&
         get_enum(from, access.knows_locks, 2);
}

void put_step(std::string& to, const RawStep& step) {
  put_number(to, static_cast<uint64_t>(step.kind));
  put_id(to, step.thread.value);
  put_number(to, step.target);
  put_id(to, step.location.value);
  put_number(to, step.position);
}
bool get_step(ByteCursor& from, RawStep& step) {
  return get_enum(from, step.kind, kEventKinds) && get_id(from, step.thread.value) &&
         from.number(step.target) && get_id(from, step.location.value) && from.number(step.position);
}

}  // namespace

bool get_string(ByteCursor& from, std::string& text) {
  std::string_view view;
  if (!from.text(view)) return false;
  text = view;
  return true;
}

void put_report(std::string& to, const RawReport& report) {
  put_text(to, report.tool);
  put_number(to, report.finding);
  put_number(to, static_cast<uint64_t>(report.space));
  put_number(to, report.target);
  put_access(to, report.current);
  put_access(to, report.previous);
  put_number(to, report.more.size());
  for (const RawAccess& access : report.more) put_access(to, access);
  put_number(to, report.held.size());
  for (const RawStep& step : report.held) put_step(to, step);
  put_number(to, report.position);
  put_list(to, report.clock);
  put_number(to, report.steps.size());
  for (const RawStep& step : report.steps) put_step(to, step);
  put_id(to, report.block);
  put_id(to, report.block_location.value);
  put_number(to, report.block_position);
  put_number(to, report.times);
  put_text(to, report.note);
  put_text(to, report.object);
}
bool get_report(ByteCursor& from, RawReport& report) {
  const auto step = [&] { return get_step(from, report.steps.emplace_back()); };
  const auto held = [&] { return get_step(from, report.held.emplace_back()); };
  const auto more = [&] { return get_access(from, report.more.emplace_back()); };
  return get_string(from, report.tool) && get_enum(from, report.finding, UINT8_MAX) &&
         get_enum(from, report.space, kSpaces) && from.number(report.target) &&
         get_access(from, report.current) && get_access(from, report.previous) && get_each(from, more) &&
         get_each(from, held) && from.number(report.position) && get_list(from, report.clock) &&
         get_each(from, step) && get_id(from, report.block) && get_id(from, report.block_location.value) &&
         from.number(report.block_position) && from.number(report.times) && get_string(from, report.note) &&
         get_string(from, report.object);
}

void put_outputs(std::string& to, const std::vector<ToolOutput>& outputs) {
  put_number(to, outputs.size());
  for (const ToolOutput& output : outputs) {
    put_text(to, output.tool);
    put_text(to, output.incomplete);
    put_number(to, output.lines.size());
    for (const std::string& line : output.lines) put_text(to, line);
  }
}
bool get_outputs(ByteCursor& from, std::vector<ToolOutput>& outputs) {
  return get_each(from, [&] {
    ToolOutput& made = outputs.emplace_back();
    return get_string(from, made.tool) && get_string(from, made.incomplete) &&
           get_each(from, [&] { return get_string(from, made.lines.emplace_back()); });
  });
}

}  // namespace dh::dyn
