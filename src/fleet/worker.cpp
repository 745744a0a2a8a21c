#include "fleet/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "fleet/read_file.h"
#include "source/write_file.h"

namespace dh::fleet {

namespace {

namespace fs = std::filesystem;

// Held until it is destroyed or the process ends, however that happens.
class ShardLock {
 public:
  ShardLock() = default;
  ShardLock(const ShardLock&) = delete;
  ShardLock& operator=(const ShardLock&) = delete;
  ~ShardLock() {
    if (fd_ >= 0) ::close(fd_);
  }

  Result<void> take(const std::string& path, uint32_t shard, uint32_t shards) {
    fd_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) return fail("{}: cannot be opened: {}", path, std::strerror(errno));
    if (::flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) return fail("{}: cannot be locked: {}", path, std::strerror(errno));
      const std::string holder = read_beginning(path, 200);
      return fail("shard {}/{} is being worked on already{}{}", shard, shards, holder.empty() ? "" : " by ",
                  holder);
    }
    std::array<char, 200> host{};
    ::gethostname(host.data(), host.size() - 1);
    const std::string self = fmt::format("process {} on {}", ::getpid(), host.data());
    // For the message of the next one only.
    if (::ftruncate(fd_, 0) == 0) [[maybe_unused]]
      const ssize_t n = ::pwrite(fd_, self.data(), self.size(), 0);
    return {};
  }

 private:
  int fd_ = -1;
};

Result<void> make_empty_folder(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  error.clear();
  fs::create_directories(path, error);
  if (error) return fail("{}: cannot be made: {}", path, error.message());
  return {};
}

Result<void> keep_result(const Layout& layout, const CheckedProject& checked) {
  const std::string& key = checked.record.key;
  if (!checked.html_report.empty()) {
    // Before the result: a result whose report is missing would never be made again.
    if (auto done = rename_durably(checked.html_report, layout.report(key)); !done) return done;
  }
  return write_file_durably(layout.result(key), record_text(checked.record, checked.report));
}

}  // namespace

bool has_result(const Layout& layout, const std::string& key) {
  std::error_code error;
  return fs::file_size(layout.result(key), error) > 0 && !error;
}

Result<void> open_run_folder(const Plan& plan, const std::string& folder) {
  const Layout layout{folder};
  std::error_code error;
  for (const char* name : {"results", "reports", "locks", "scratch", "logs", "traces"}) {
    fs::create_directories(fs::path(folder) / name, error);
    if (error) return fail("{}/{}: cannot be made: {}", folder, name, error.message());
  }
  if (!fs::exists(layout.plan(), error)) return write_file_durably(layout.plan(), plan_text(plan));
  const Result<Plan> other = read_plan(layout.plan());
  if (!other) return tl::unexpected(other.error());
  if (plan_digest(*other) != plan_digest(plan))
    return fail("{} holds the results of another plan ({} differs); use a new folder", folder, layout.plan());
  return {};
}

Result<WorkSummary> work_on_shard(const Plan& plan, const WorkRequest& request, const StopToken& stop) {
  const Layout layout{request.folder};
  if (auto opened = open_run_folder(plan, request.folder); !opened) return tl::unexpected(opened.error());
  ShardLock lock;
  if (auto taken = lock.take(layout.lock(request.shard), request.shard, plan.shards); !taken)
    return tl::unexpected(taken.error());
  const std::string scratch = layout.scratch(request.shard);
  std::error_code error;
  fs::remove_all(scratch, error);  // of a worker that was killed
  WorkSummary summary;
  for (const Project& project : plan.projects) {
    if (project.shard != request.shard) continue;
    if (stop.requested()) break;
    ++summary.projects;
    const std::string key = key_of(project, plan);
    if (has_result(layout, key)) {
      ++summary.skipped;
      continue;
    }
    // A name of its own: what a killed worker started may still write into the old one.
    const std::string own = fmt::format("{}/{}-{}", scratch, key, ::getpid());
    if (auto made = make_empty_folder(own); !made) return tl::unexpected(made.error());
    const Result<CheckedProject> checked = check_project(project, plan, request.settings, own, stop);
    if (!checked || checked->is_stopped) {
      fs::remove_all(scratch, error);
      if (!checked) return tl::unexpected(checked.error());
      break;
    }
    const Result<void> kept = keep_result(layout, *checked);
    fs::remove_all(own, error);
    if (!kept) return tl::unexpected(kept.error());
    const Record& record = checked->record;
    const bool is_failed = record.outcome == Outcome::failed;
    if (is_failed) ++summary.failed;
    if (request.say)
      request.say(fmt::format("{}: {}{}{}, {:.1f} s", project.name, outcome_name(record.outcome),
                              is_failed ? ": " : "", record.reason, record.seconds));
  }
  fs::remove_all(scratch, error);
  summary.is_stopped = stop.requested();
  return summary;
}

}  // namespace dh::fleet
