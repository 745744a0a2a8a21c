// Input and output of a static front end. One function per language, listed in cli/front_ends.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "findings/finding.h"
#include "findings/kept_parts.h"
#include "source/diagnostic.h"
#include "source/root.h"
#include "source/toml.h"

namespace dh {

// Where results go as they are found. Thread-safe; the order of calls does not matter: everything is
// sorted at the end. What has been added survives Ctrl-C and --time-limit, so add findings early.
class CheckSink {
 public:
  void add(Finding finding);
  void add(Diagnostic diagnostic);
  void add(Diagnostics diagnostics);

  // A line of the summary, such as what a tool counted. Lines keep their order.
  void total(std::string line);

  // Counters and phases for --stats. Counts of the same name add up.
  void count(const std::string& name, int64_t n);
  // A phase lasts until the next one begins. Also shown as progress on a terminal.
  void phase(const std::string& name);
  // Files (or other units) done, and their total in this phase, for progress on a terminal.
  void progress(size_t done, size_t total);

  struct PhaseTime {
    std::string name;
    double seconds = 0;
    int64_t peak_bytes = 0;  // maximum resident memory up to the end of the phase
  };
  struct Contents {
    std::vector<Finding> findings;
    Diagnostics diagnostics;
    std::vector<std::string> totals;
    std::map<std::string, int64_t> counts;
    std::vector<PhaseTime> phases;
  };
  // How much there is, to ask later for what was added since then.
  struct Mark {
    size_t findings = 0;
    size_t diagnostics = 0;
    size_t totals = 0;
    std::map<std::string, int64_t> counts;
  };
  Mark mark() const;
  Contents added_since(const Mark& mark) const;  // without phases
  void add(Contents contents);                   // without phases

  // Everything so far; the sink is empty afterwards.
  Contents take();
  // The same, or nothing when a thread that stopped for good holds the sink.
  std::optional<Contents> try_take(std::chrono::milliseconds patience);

  // What the progress line shows now; called from another thread.
  std::string progress_text() const;

 private:
  void end_phase();
  Contents take_locked();

  mutable std::timed_mutex mutex_;
  Contents contents_;
  std::string phase_;
  double phase_began_ = 0;
  size_t done_ = 0;
  size_t total_ = 0;
};

struct CheckInput {
  std::vector<std::string> paths;          // files of this language, sorted
  std::vector<std::string> include_paths;  // -I, in order
  // The language's own table of deadheat.toml with the command line's settings on top; may be null.
  // Read it with TomlReader; every front end also has a function that only validates it.
  const TomlValue* settings = nullptr;
  ReadableRoots roots;           // no files elsewhere, except in include_paths
  FactorWeights factor_weights;  // that deadheat.toml changes
  KeptParts* kept = nullptr;     // of an earlier run; null: nothing is kept
  Parallelism parallel;
};

using CheckFunction = void (*)(const CheckInput&, CheckSink&);

}  // namespace dh
