// When each root is checked, and what happens with the result. One check runs at a time: it uses all
// processors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/check_run.h"
#include "lsp/client.h"
#include "lsp/workspace.h"

namespace dh::lsp {

// Why a root is to be checked again.
enum class CheckReason { opened, saved, changed, asked };

class Checks {
 public:
  // `program` is deadheat itself.
  Checks(std::string program, Workspace& workspace, Client& client)
      : program_(std::move(program)), workspace_(workspace), client_(client) {}

  // A check of this root that runs is stopped: its input is old now.
  void schedule(Root& root, CheckReason reason);
  void schedule_all(CheckReason reason);
  // A request that is answered when nothing is left to check.
  void answer_when_done(Json id);
  // Answers such a request early. False: it is none.
  bool cancel_request(const Json& id);
  // Stops the check that shows this progress.
  void cancel_progress(const Json& token);
  // The root goes away, with its diagnostics.
  void remove_root(const std::string& path);

  // For the event loop: the file that is readable when the running check ends (-1: none runs), the time of
  // the next check to run, and doing it.
  int ended_fd() const { return run_ ? run_->ended_fd() : -1; }
  std::optional<double> next_due() const;
  void start_due();
  void finish_run();

  // Sends the diagnostics of a root's files to the editor, and clears those that have none any more.
  void publish(Root& root);

 private:
  void start(Root& root);
  void stop_run(std::string_view why);
  void take_report(Root& root, const std::string& text);
  void report_failure(const Root& root, const CheckOutcome& outcome);
  void begin_progress(const Root& root);
  void end_progress(std::string_view text);
  void answer_waiting();

  std::string program_;
  Workspace& workspace_;
  Client& client_;
  std::optional<CheckRun> run_;
  std::string running_root_;
  double run_began_ = 0;
  std::string progress_token_;  // empty: none is shown
  size_t runs_ = 0;
  std::vector<Json> waiting_;  // ids of requests
};

}  // namespace dh::lsp
