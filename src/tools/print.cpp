#include "tools/print.h"

#include <fmt/format.h>

#include <cstdio>

#include "tools/parts/text.h"

namespace dh::dyn {

Print::Print(ToolSetup& setup) : names_(setup.names) {
  const std::string path = setup.option("file", "");
  if (path.empty() || setup.check_only) return;
  auto stream = OutputStream::open(path);
  if (stream) {
    file_.emplace(std::move(*stream));
  } else {
    setup.problem(stream.error().message);
  }
}

Flow Print::any(Event& e) {
  const Space space = event_target(e.kind);
  const std::lock_guard lock(mutex_);
  const std::lock_guard names_lock(names_.guard());
  std::string line =
      fmt::format("{}: {}", display_name(names_, Space::thread, e.thread->id.value), event_name(e.kind));
  if (e.lock != nullptr && space == Space::lock && e.mode == LockMode::shared) line += " (shared)";
  if (space != Space::none) line += " " + display_name(names_, space, e.target);
  if (e.location.valid()) line += " at " + location_text(names_, e.location);
  if (file_) {
    file_->write(line + '\n');
  } else {
    line = without_controls(line) + '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
  return Flow::pass;
}

void Print::finish(ToolOutput& output) {
  if (!file_) return;
  const Result<void> closed = file_->close();
  if (!closed) output.lines.push_back(closed.error().message);
  file_.reset();
}

}  // namespace dh::dyn
