#include "fleet/check_project.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "base/trace_shards.h"
#include "fleet/git_source.h"
#include "fleet/limited_process.h"
#include "fleet/read_file.h"
#include "fleet/unpack.h"
#include "source/write_file.h"
#include "vcs/git.h"

namespace dh::fleet {

namespace {

// Exit statuses of the child before it becomes `deadheat check`.
constexpr int kBadProject = 125;
constexpr int kCannotWrite = 124;
constexpr int kNoProgram = 127;
constexpr size_t kMaxMessages = 16 << 10;  // bytes of standard error that are kept

struct ScratchFiles {
  std::string folder;
  std::string tree() const { return folder + "/tree"; }
  std::string problem() const { return folder + "/problem"; }
  std::string files() const { return folder + "/files"; }
  std::string report() const { return folder + "/report.json"; }
  std::string html() const { return folder + "/report.html"; }
  std::string errors() const { return folder + "/errors"; }
};

int give_up(const ScratchFiles& scratch, const std::string& problem, bool is_disk_full = false) {
  const bool is_told = write_file_atomically(scratch.problem(), problem).has_value();
  return is_disk_full || !is_told ? kCannotWrite : kBadProject;
}

bool says(const std::string& text, int error) {
  return text.find(std::strerror(error)) != std::string::npos;
}
bool says_disk_full(const std::string& text) {
  return says(text, ENOSPC) || says(text, EDQUOT);
}

// The folder of an archive or revision, unpacked; empty when a message was left behind.
int unpack_tree(const Project& project, const Limits& limits, const ScratchFiles& scratch) {
  std::string archive = project.path;
  if (project.kind == ProjectKind::git) {
    archive = scratch.folder + "/tree.tar";
    const std::string revision = project.commit.empty() ? project.revision : project.commit;
    const Result<void> done = archive_revision(project.path, revision, scratch.folder + "/git", archive);
    if (!done) return give_up(scratch, done.error().message, says_disk_full(done.error().message));
  }
  // Marks the root, so that no repository above it decides what is ignored and how files are called.
  if (::mkdir(scratch.tree().c_str(), 0777) != 0 || ::mkdir((scratch.tree() + "/.git").c_str(), 0777) != 0)
    return give_up(scratch, fmt::format("{}: {}", scratch.tree(), std::strerror(errno)), errno == ENOSPC);
  const Unpacked unpacked = unpack(archive, scratch.tree(), limits);
  if (!unpacked.problem.empty())
    return give_up(scratch, fmt::format("{}: {}", project.path, unpacked.problem), unpacked.is_disk_full);
  return 0;
}

std::string text_of_files(const std::vector<SourceFileSize>& files) {
  std::string text;
  for (const SourceFileSize& file : files)
    text += fmt::format("{}{}{}{}{}{}", file.path, '\0', file.language, '\0', file.bytes, '\0');
  return text;
}

std::vector<SourceFileSize> files_of_text(const std::string& text) {
  const std::vector<std::string> parts = split_at_nul(text);
  std::vector<SourceFileSize> files;
  for (size_t i = 0; i + 2 < parts.size(); i += 3) {
    files.push_back({parts[i], parts[i + 1], 0});
    std::from_chars(parts[i + 2].data(), parts[i + 2].data() + parts[i + 2].size(), files.back().bytes);
  }
  return files;
}

std::vector<std::string> check_command(const Project& project, const Plan& plan,
                                       const CheckSettings& settings, const ScratchFiles& scratch) {
  std::vector<std::string> command = {settings.program,
                                      "check",
                                      ".",
                                      "--quiet",
                                      "--color",
                                      "never",
                                      "--no-cache",
                                      "--format",
                                      "json",
                                      "--output",
                                      "html=" + scratch.html(),
                                      "--jobs",
                                      std::to_string(settings.threads),
                                      "--time-limit",
                                      std::to_string(plan.limits.seconds),
                                      "--memory-limit",
                                      fmt::format("{}K", plan.limits.memory_bytes / 1024 + 1)};
  // Only its own configuration counts, never one that happens to be in a folder above.
  if (::access("deadheat.toml", R_OK) == 0) {
    command.insert(command.end(), {"--config", "deadheat.toml"});
  } else {
    command.emplace_back("--isolated");
  }
  if (project.kind != ProjectKind::folder) command.emplace_back("--no-ignore-vcs");
  command.insert(command.end(), plan.arguments.begin(), plan.arguments.end());
  return command;
}

bool redirect(int to, const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  return fd >= 0 && ::dup2(fd, to) >= 0;
}

std::string folder_of_pieces(const Project& project, const Plan& plan, const CheckSettings& settings) {
  return fmt::format("{}/{}", settings.traces, trace_key(project, plan));
}

// What the replay of a piece leaves for the merge.
std::string piece_file(const Project& project, const Plan& plan, const CheckSettings& settings) {
  return folder_of_pieces(project, plan, settings) + "/" + trace_shard_file(project.piece, project.pieces);
}

std::vector<std::string> replay_command(const Project& project, const Plan& plan,
                                        const CheckSettings& settings) {
  std::vector<std::string> command = {settings.program,
                                      "replay",
                                      project.path,
                                      "--quiet",
                                      "--isolated",
                                      "--shard",
                                      fmt::format("{}/{}", project.piece, project.pieces),
                                      "--into",
                                      folder_of_pieces(project, plan, settings),
                                      "--jobs",
                                      std::to_string(settings.threads),
                                      "--time-limit",
                                      std::to_string(plan.limits.seconds),
                                      "--memory-limit",
                                      fmt::format("{}K", plan.limits.memory_bytes / 1024 + 1)};
  if (!project.tools.empty()) command.insert(command.end(), {"--tools", project.tools});
  return command;
}

// In the child, from here to the exec.
int prepare_and_check(const Project& project, const Plan& plan, const CheckSettings& settings,
                      const ScratchFiles& scratch) {
  std::string root = project.kind == ProjectKind::folder ? project.path : scratch.folder;
  if (project.kind == ProjectKind::archive || project.kind == ProjectKind::git) {
    if (const int status = unpack_tree(project, plan.limits, scratch); status != 0) return status;
    root = scratch.tree();
  }
  if (::chdir(root.c_str()) != 0)
    return give_up(scratch, fmt::format("{}: cannot be entered: {}", root, std::strerror(errno)));
  const auto files =
      project.kind == ProjectKind::trace ? std::vector<SourceFileSize>() : list_source_files(root);
  const Result<void> listed = write_file_atomically(scratch.files(), text_of_files(files));
  if (!listed) return kCannotWrite;
  const std::vector<std::string> command = project.kind == ProjectKind::trace
                                               ? replay_command(project, plan, settings)
                                               : check_command(project, plan, settings, scratch);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
  if (!redirect(STDIN_FILENO, "/dev/null", O_RDONLY) || !redirect(STDOUT_FILENO, scratch.report(), kNew) ||
      !redirect(STDERR_FILENO, scratch.errors(), kNew))
    return kCannotWrite;
  ::execv(settings.program.c_str(), arguments.data());
  return kNoProgram;
}

std::string size_text(uint64_t bytes) {
  return bytes >= 1 << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} bytes", bytes);
}

// Why there is no report; empty when there is one. `report` is its file.
std::string failure_of(const ProcessEnd& end, const Plan& plan, const std::string& report,
                       const ScratchFiles& scratch, const std::string& errors) {
  using How = ProcessEnd::How;
  if (end.how == How::time) return fmt::format("took longer than {} s (limits.seconds)", plan.limits.seconds);
  if (end.how == How::memory)
    return fmt::format("used more than {} (limits.memory_bytes)", size_text(plan.limits.memory_bytes));
  // The check tells of a file that gets too large; what unpacks is ended by it.
  const bool is_refused = end.how == How::exited && end.status != 0 && says(errors, EFBIG);
  if (is_refused || (end.how == How::signal && end.status == SIGXFSZ))
    return fmt::format("wrote a file of more than {} (limits.output_bytes)",
                       size_text(plan.limits.output_bytes));
  if (end.how == How::signal)
    return fmt::format("the check was killed by signal {} ({})", end.status, ::strsignal(end.status));
  if (end.status == kBadProject) return read_beginning(scratch.problem(), kMaxMessages);
  const bool is_usual = end.status == 0 || end.status == 1 || end.status == 3;
  std::error_code error;
  if (is_usual && std::filesystem::file_size(report, error) > 0 && !error) return "";
  const std::string first = errors.substr(0, errors.find('\n'));
  return fmt::format("the check ended with status {}{}{}{}", end.status, is_usual ? " and no report" : "",
                     first.empty() ? "" : ": ", first);
}

// An engine that ends a job (Slurm requeues it, a node goes down) kills check and worker one after the other.
// When the check was killed first, the worker's turn comes soon: then the project has no result, and is
// checked again.
bool is_ended_with_worker(const ProcessEnd& end, const StopToken& stop) {
  if (end.how != ProcessEnd::How::signal || (end.status != SIGKILL && end.status != SIGTERM)) return false;
  constexpr int kMaxWaits = 200;
  for (int i = 0; i < kMaxWaits && !stop.requested(); ++i) ::usleep(10'000);
  return stop.requested();
}

bool has_no_room(const std::string& folder) {
  struct statvfs info {};
  constexpr uint64_t kFewBytes = 64 << 10;
  return ::statvfs(folder.c_str(), &info) == 0 && uint64_t{info.f_bavail} * info.f_frsize < kFewBytes;
}

}  // namespace

Result<CheckedProject> check_project(const Project& project, const Plan& plan, const CheckSettings& settings,
                                     const std::string& scratch_folder, const StopToken& stop) {
  const ScratchFiles scratch{scratch_folder};
  ProcessLimits limits;
  // The check keeps the plan's limits itself and reports what it found until then; these are for one that
  // does not.
  limits.seconds = static_cast<double>(plan.limits.seconds) * 1.2 + 5;
  limits.memory_bytes = plan.limits.memory_bytes + plan.limits.memory_bytes / 4;
  limits.file_bytes = std::max(plan.limits.output_bytes,
                               project.kind == ProjectKind::folder ? 0 : plan.limits.unpacked_bytes);
  std::string report_file = scratch.report();
  if (project.kind == ProjectKind::trace) {
    report_file = piece_file(project, plan, settings);
    std::error_code error;
    std::filesystem::remove(report_file, error);  // of a worker that was killed: not the result of this one
  }
  const ProcessEnd end =
      run_limited(limits, stop, [&] { return prepare_and_check(project, plan, settings, scratch); });
  CheckedProject result;
  if (end.how == ProcessEnd::How::stopped || (end.how == ProcessEnd::How::exited && end.status == 130) ||
      is_ended_with_worker(end, stop)) {
    result.is_stopped = true;
    return result;
  }
  if (end.how == ProcessEnd::How::not_started)
    return fail("no process could be started: {}", std::strerror(end.status));
  const std::string errors = read_beginning(scratch.errors(), kMaxMessages);
  Record& record = result.record;
  record.key = key_of(project, plan);
  record.seconds = end.seconds;
  record.peak_bytes = end.peak_bytes;
  record.reason = failure_of(end, plan, report_file, scratch, errors);
  const bool is_full = says_disk_full(errors) || (!record.reason.empty() && has_no_room(scratch_folder));
  const bool cannot_write = end.how == ProcessEnd::How::exited && end.status == kCannotWrite;
  if (is_full || cannot_write)
    return fail("{} cannot be written{}{}", scratch_folder, is_full ? ": " : "",
                is_full ? std::strerror(ENOSPC) : "");
  if (!record.reason.empty()) {
    record.messages = errors;
    return result;
  }
  record.outcome = end.status == 3 ? Outcome::incomplete : Outcome::done;
  if (project.kind == ProjectKind::trace) return result;  // the report comes from all of its pieces
  if (const auto files = read_whole_file(scratch.files())) record.files = files_of_text(*files);
  auto report = read_whole_file(scratch.report());
  if (!report) return tl::unexpected(report.error());
  while (report->ends_with('\n')) report->pop_back();
  result.report = std::move(*report);
  // Out of memory, a check may have written one report and not the other.
  if (std::filesystem::exists(scratch.html())) result.html_report = scratch.html();
  if (!result.report.ends_with('}')) {
    record.outcome = Outcome::failed;
    record.reason = "the check left half a report";
    record.messages = errors;
    result.report.clear();
    result.html_report.clear();
  }
  return result;
}

}  // namespace dh::fleet
