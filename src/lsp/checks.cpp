#include "lsp/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/resources.h"
#include "lsp/diagnostics.h"

namespace dh::lsp {

namespace {

// Where a check takes longer than this, typing does not start it: saving does.
constexpr double kSlowSeconds = 3;
// Many messages arrive together when an editor opens or saves several files.
constexpr double kGatherSeconds = 0.02;

std::string seconds_text(double seconds) {
  return fmt::format("{:.1f} s", seconds);
}

std::string findings_text(size_t count) {
  return count == 1 ? "1 finding" : fmt::format("{} findings", count);
}

}  // namespace

void Checks::schedule(Root& root, CheckReason reason) {
  double delay = kGatherSeconds;
  if (reason == CheckReason::changed) {
    const Settings& settings = workspace_.settings;
    if (!settings.check_on_change || root.last_seconds > kSlowSeconds) return;
    delay = static_cast<double>(settings.debounce_milliseconds) / 1000;
  }
  if (run_ && running_root_ == root.path) stop_run("superseded");
  root.due = monotonic_seconds() + delay;
}

void Checks::schedule_all(CheckReason reason) {
  for (Root& root : workspace_.roots) schedule(root, reason);
}

void Checks::answer_when_done(Json id) {
  waiting_.push_back(std::move(id));
  answer_waiting();
}

bool Checks::cancel_request(const Json& id) {
  const auto it = std::find(waiting_.begin(), waiting_.end(), id);
  if (it == waiting_.end()) return false;
  client_.refuse(id, ErrorCode::request_cancelled, "cancelled");
  waiting_.erase(it);
  stop_run("cancelled");
  for (Root& root : workspace_.roots) root.due.reset();
  return true;
}

void Checks::cancel_progress(const Json& token) {
  if (run_ && token == progress_token_) stop_run("cancelled");
  answer_waiting();
}

void Checks::remove_root(const std::string& path) {
  Root* root = workspace_.find_root(path);
  if (root == nullptr) return;
  if (run_ && running_root_ == path) stop_run("closed");
  root->findings.clear();
  root->messages.clear();
  publish(*root);
  workspace_.roots.erase(workspace_.roots.begin() + (root - workspace_.roots.data()));
  answer_waiting();
}

std::optional<double> Checks::next_due() const {
  if (run_) return std::nullopt;
  std::optional<double> next;
  for (const Root& root : workspace_.roots) {
    if (root.due && (!next || *root.due < *next)) next = root.due;
  }
  return next;
}

void Checks::start_due() {
  const double now = monotonic_seconds();
  for (Root& root : workspace_.roots) {
    if (run_) return;
    if (root.due && *root.due <= now) start(root);
  }
}

void Checks::start(Root& root) {
  root.due.reset();
  std::vector<std::string> command = {program_,
                                      "check",
                                      "--format",
                                      "json",
                                      "--overlays",
                                      "-",
                                      "--allow-empty",
                                      "--color",
                                      "never",
                                      "--time-limit",
                                      fmt::format("{}s", workspace_.settings.time_limit_seconds)};
  if (workspace_.settings.min_confidence) {
    command.push_back("--min-confidence");
    command.push_back(fmt::format("{}", *workspace_.settings.min_confidence));
  }
  command.push_back("--");
  command.push_back(root.path);
  Result<CheckRun> run = CheckRun::start(command, overlays_json(workspace_, root));
  if (!run) {
    client_.show(MessageType::error, fmt::format("deadheat: {}", run.error().message));
    answer_waiting();
    return;
  }
  run_.emplace(std::move(*run));
  running_root_ = root.path;
  run_began_ = monotonic_seconds();
  ++runs_;
  begin_progress(root);
}

void Checks::stop_run(std::string_view why) {
  if (!run_) return;
  run_.reset();
  end_progress(why);
}

void Checks::finish_run() {
  const CheckOutcome outcome = run_->finish();
  run_.reset();
  Root* root = workspace_.find_root(running_root_);
  if (root == nullptr) return end_progress("closed");
  root->last_seconds = monotonic_seconds() - run_began_;
  if (outcome.status == 0 || outcome.status == 1 || outcome.status == 3) {
    take_report(*root, outcome.output);
    end_progress(
        fmt::format("{} in {}", findings_text(root->findings.size()), seconds_text(root->last_seconds)));
  } else {
    end_progress("failed");
    report_failure(*root, outcome);
  }
  answer_waiting();
}

void Checks::take_report(Root& root, const std::string& text) {
  try {
    Json report = Json::parse(text);
    std::vector<Json> findings = report.at("findings").get<std::vector<Json>>();
    std::vector<Json> messages = report.at("diagnostics").get<std::vector<Json>>();
    root.findings = std::move(findings);
    root.messages = std::move(messages);
    root.was_checked = true;
    publish(root);
    for (const Json& message : root.messages) {
      if (message.at("place").is_null())
        client_.log(message.at("severity") == "error" ? MessageType::warning : MessageType::info,
                    fmt::format("{}: {}", root.path, message.at("message").get<std::string>()));
    }
  } catch (const Json::exception& error) {
    client_.show(MessageType::error,
                 fmt::format("deadheat: the report of {} cannot be read: {}", root.path, error.what()));
  }
}

void Checks::report_failure(const Root& root, const CheckOutcome& outcome) {
  const std::string why = outcome.signal != 0 ? fmt::format("was ended by signal {}", outcome.signal)
                                              : fmt::format("failed with status {}", outcome.status);
  constexpr size_t kMaxShown = 2000;
  client_.show(MessageType::error, fmt::format("deadheat: the check of {} {}; its diagnostics are old\n{}",
                                               root.path, why, outcome.errors.substr(0, kMaxShown)));
}

void Checks::publish(Root& root) {
  std::map<std::string, Json> by_file = diagnostics_by_file(workspace_, root);
  // Those that have none any more are told so.
  for (const std::string& path : root.published) by_file.try_emplace(path, Json::array());
  root.published.clear();
  for (auto& [path, diagnostics] : by_file) {
    // A file in a folder inside this one is the business of that root.
    const Root* owner = workspace_.root_of(path);
    if (owner != nullptr && owner != &root) continue;
    Json params = {{"uri", workspace_.uri_of(path)}};
    const auto document = workspace_.documents.find(path);
    if (document != workspace_.documents.end() && document->second.version)
      params["version"] = *document->second.version;
    if (!diagnostics.empty()) root.published.push_back(path);
    params["diagnostics"] = std::move(diagnostics);
    client_.notify("textDocument/publishDiagnostics", std::move(params));
  }
}

void Checks::begin_progress(const Root& root) {
  if (!client_.abilities.progress) return;
  progress_token_ = fmt::format("deadheat-check-{}", runs_);
  client_.request("window/workDoneProgress/create", {{"token", progress_token_}});
  client_.notify("$/progress", {{"token", progress_token_},
                                {"value",
                                 {{"kind", "begin"},
                                  {"title", "deadheat"},
                                  {"message", fmt::format("checking {}", root.path)},
                                  {"cancellable", true}}}});
}

void Checks::end_progress(std::string_view text) {
  if (progress_token_.empty()) return;
  client_.notify("$/progress", {{"token", progress_token_}, {"value", {{"kind", "end"}, {"message", text}}}});
  progress_token_.clear();
}

void Checks::answer_waiting() {
  if (run_ || next_due()) return;
  size_t count = 0;
  for (const Root& root : workspace_.roots) count += root.findings.size();
  for (const Json& id : waiting_) client_.respond(id, {{"findings", count}});
  waiting_.clear();
}

}  // namespace dh::lsp
