// `check --since COMMIT`: only what a change is responsible for.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/projects.h"
#include "findings/baseline.h"
#include "source/root.h"
#include "vcs/changes.h"

namespace dh {

// A finding is relevant when one of its accesses is in a changed line, or when the commit does not have it:
// removing a lock makes a race of lines that did not change. To know the latter, the files of the commit are
// analysed, too.
class Since {
 public:
  // Asks git for the changes of every repository that is checked.
  static Result<Since> start(const CheckOptions& options);

  bool is_on() const { return !repositories_.empty(); }

  // What is found in the files of the commit.
  using OldFindings = std::function<std::vector<BaselineEntry>(
      const CheckOptions&, const std::vector<Project>&, const ReadableRoots&)>;
  Result<void> read_old_findings(const CheckOptions& options, const std::vector<Project>& projects,
                                 const OldFindings& find);

  // Once for each finding, in order of place.
  bool is_relevant(const Finding& finding);

 private:
  struct Repository {
    std::string root;
    Changes changes;
  };
  const Repository* repository_of(const std::string& canonical) const;
  bool is_changed(const Place& place) const;
  bool is_new(const Finding& finding);

  std::vector<Repository> repositories_;
  // By fingerprint and path: how many the commit has, and how many there were so far. Equal findings of one
  // file are not distinguished.
  struct Count {
    size_t old = 0;
    size_t now = 0;
  };
  StringMap<Count> counts_;
};

}  // namespace dh
