// One .gitignore file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vcs/wild_match.h"

namespace dh {

enum class IgnoreVerdict { none, ignored, kept };

class IgnorePatterns {
 public:
  IgnorePatterns() = default;
  explicit IgnorePatterns(std::string_view text);

  // What the last line that matches says. The path is relative to the folder of the file.
  IgnoreVerdict verdict(std::string_view path, bool is_folder) const;
  bool empty() const { return lines_.empty(); }

 private:
  struct Line {
    std::string prefix;  // of a path pattern: without wildcards, compared as it is
    WildPattern pattern;
    bool is_path;  // or matched with the last component
    bool only_folders;
    bool keeps;
  };
  void add_line(std::string_view line);

  std::vector<Line> lines_;
};

}  // namespace dh
