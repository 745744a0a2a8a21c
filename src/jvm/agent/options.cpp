#include "jvm/agent/options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace dh::jvm {

namespace {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (size_t begin = 0;;) {
    const size_t end = text.find(at, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

// confirm TAB race|deadlock TAB variable; confirm-place TAB role TAB line TAB path, of the last target.
bool take_confirm_line(ConfirmOptions& options, const std::vector<std::string>& fields) {
  if (fields[0] == "confirm" && fields.size() == 3) {
    options.targets.push_back({fields[1] == "deadlock", fields[2], {}});
    return true;
  }
  if (fields[0] == "confirm-seed" && fields.size() == 2) {
    options.seed = std::max<uint64_t>(1, std::strtoull(fields[1].c_str(), nullptr, 10));
    return true;
  }
  if (fields[0] != "confirm-place" || fields.size() != 4 || options.targets.empty()) return false;
  const PlaceRole role = fields[1] == "partner"   ? PlaceRole::partner
                         : fields[1] == "request" ? PlaceRole::request
                         : fields[1] == "acquire" ? PlaceRole::acquire
                                                  : PlaceRole::access;
  const auto line = static_cast<uint32_t>(std::strtoul(fields[2].c_str(), nullptr, 10));
  options.targets.back().places.push_back({role, line, fields[3]});
  return true;
}

bool take_line(AgentOptions& options, const std::vector<std::string>& fields) {
  const std::string& key = fields[0];
  if (key == "hook") {
    if (fields.size() != 10) return false;
    HookLine hook{fields[1], fields[2], fields[3], fields[4], fields[5] == "1",
                  fields[6], fields[7], fields[8], {}};
    if (!fields[9].empty()) hook.operands = split(fields[9], ',');
    options.hooks.push_back(std::move(hook));
    return true;
  }
  if (key.starts_with("confirm")) return take_confirm_line(options.confirm, fields);
  if (fields.size() != 2) return false;
  const std::string& value = fields[1];
  if (key == "tools") {
    options.chain = value;
  } else if (key == "reports") {
    options.reports = value;
  } else if (key == "max-reports") {
    options.max_reports = std::strtoull(value.c_str(), nullptr, 10);
  } else if (key == "sample") {
    options.sample = static_cast<uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
  } else if (key == "include") {
    options.include.push_back(value);
  } else if (key == "exclude") {
    options.exclude.push_back(value);
  } else if (key == "one-per-object") {
    options.one_per_object = value == "1";
  } else if (key == "one-per-array") {
    options.one_per_array = value == "1";
  } else if (key == "arrays") {
    options.arrays = value == "1";
  } else if (key == "on-deadlock") {
    options.on_deadlock = value == "end"        ? OnDeadlock::end
                          : value == "continue" ? OnDeadlock::go_on
                                                : OnDeadlock::end_if_stuck;
  } else if (key == "without") {
    options.without.push_back(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool AgentOptions::uses(std::string_view optimisation) const {
  return std::find(without.begin(), without.end(), optimisation) == without.end();
}

Result<AgentOptions> read_agent_options(const std::string& path) {
  const std::unique_ptr<FILE, int (*)(FILE*)> in(std::fopen(path.c_str(), "rb"), std::fclose);
  if (in == nullptr) return fail("{}: cannot be read", path);
  std::string text;
  char buffer[1 << 14];
  while (const size_t n = std::fread(buffer, 1, sizeof buffer, in.get())) text.append(buffer, n);
  AgentOptions options;
  for (const std::string& line : split(text, '\n')) {
    if (!line.empty() && !take_line(options, split(line, '\t'))) return fail("{}: bad line '{}'", path, line);
  }
  if (options.sample == 0) options.sample = 1;
  return options;
}

}  // namespace dh::jvm
