#include "findings/checker.h"

#include <fmt/format.h>

#include <utility>

#include "base/resources.h"

namespace dh {

namespace {

// By the wall clock: ThreadSanitizer does not see locks that are taken by the steady one.
std::chrono::system_clock::time_point deadline_in(std::chrono::milliseconds patience) {
  return std::chrono::system_clock::now() + patience;
}

}  // namespace

void CheckSink::add(Finding finding) {
  std::lock_guard lock(mutex_);
  contents_.findings.push_back(std::move(finding));
}

void CheckSink::add(Diagnostic diagnostic) {
  std::lock_guard lock(mutex_);
  contents_.diagnostics.push_back(std::move(diagnostic));
}

void CheckSink::add(Diagnostics diagnostics) {
  std::lock_guard lock(mutex_);
  for (Diagnostic& diagnostic : diagnostics) contents_.diagnostics.push_back(std::move(diagnostic));
}

void CheckSink::total(std::string line) {
  std::lock_guard lock(mutex_);
  contents_.totals.push_back(std::move(line));
}

void CheckSink::count(const std::string& name, int64_t n) {
  std::lock_guard lock(mutex_);
  contents_.counts[name] += n;
}

void CheckSink::phase(const std::string& name) {
  std::lock_guard lock(mutex_);
  end_phase();
  phase_ = name;
}

void CheckSink::progress(size_t done, size_t total) {
  std::lock_guard lock(mutex_);
  done_ = done;
  total_ = total;
}

CheckSink::Mark CheckSink::mark() const {
  std::lock_guard lock(mutex_);
  return {contents_.findings.size(), contents_.diagnostics.size(), contents_.totals.size(), contents_.counts};
}

CheckSink::Contents CheckSink::added_since(const Mark& mark) const {
  std::lock_guard lock(mutex_);
  const auto after = [](const auto& values, size_t n) {
    return std::decay_t<decltype(values)>(values.begin() + static_cast<ptrdiff_t>(n), values.end());
  };
  Contents added;
  added.findings = after(contents_.findings, mark.findings);
  added.diagnostics = after(contents_.diagnostics, mark.diagnostics);
  added.totals = after(contents_.totals, mark.totals);
  for (const auto& [name, count] : contents_.counts) {
    const auto old = mark.counts.find(name);
    const int64_t more = old == mark.counts.end() ? count : count - old->second;
    if (more != 0 || old == mark.counts.end()) added.counts[name] = more;
  }
  return added;
}

void CheckSink::add(Contents contents) {
  for (Finding& finding : contents.findings) add(std::move(finding));
  add(std::move(contents.diagnostics));
  for (std::string& line : contents.totals) total(std::move(line));
  for (const auto& [name, n] : contents.counts) count(name, n);
}

CheckSink::Contents CheckSink::take() {
  std::lock_guard lock(mutex_);
  return take_locked();
}

std::optional<CheckSink::Contents> CheckSink::try_take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_, deadline_in(patience));
  if (!lock.owns_lock()) return std::nullopt;
  return take_locked();
}

CheckSink::Contents CheckSink::take_locked() {
  end_phase();
  phase_.clear();
  return std::exchange(contents_, {});
}

std::string CheckSink::progress_text() const {
  std::unique_lock lock(mutex_, deadline_in(std::chrono::milliseconds(100)));
  if (!lock.owns_lock()) return "unknown";
  if (total_ == 0) return phase_;
  return fmt::format("{} {}/{}", phase_, done_, total_);
}

void CheckSink::end_phase() {
  double now = monotonic_seconds();
  if (!phase_.empty()) {
    contents_.phases.push_back({phase_, now - phase_began_, peak_resident_bytes()});
  }
  phase_began_ = now;
  done_ = total_ = 0;
}

}  // namespace dh
