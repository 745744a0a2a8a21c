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

// See agent_options.def.
bool take_confirm_line(ConfirmOptions& options, const std::vector<std::string>& fields) {
  if (fields[0] == agent_key::confirm && fields.size() == 3) {
    options.targets.push_back({fields[1] == "deadlock", fields[2], {}});
    return true;
  }
  if (fields[0] == agent_key::confirm_seed && fields.size() == 2) {
    options.seed = std::max<uint64_t>(1, std::strtoull(fields[1].c_str(), nullptr, 10));
    return true;
  }
  if (fields[0] != agent_key::confirm_place || fields.size() != 4 || options.targets.empty()) return false;
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
  if (key == agent_key::hook) {
    if (fields.size() != 10) return false;
    HookLine hook{fields[1], fields[2], fields[3], fields[4], fields[5] == "1",
                  fields[6], fields[7], fields[8], {}};
    if (!fields[9].empty()) hook.operands = split(fields[9], ',');
    options.hooks.push_back(std::move(hook));
    return true;
  }
  if (key.starts_with(agent_key::confirm)) return take_confirm_line(options.confirm, fields);
  if (fields.size() != 2) return false;
  const std::string& value = fields[1];
  if (key == agent_key::tools) {
    options.chain = value;
  } else if (key == agent_key::load) {
    options.load.push_back(value);
  } else if (key == agent_key::dump_classes) {
    options.dump_classes = value;
  } else if (key == agent_key::reports) {
    options.reports = value;
  } else if (key == agent_key::max_reports) {
    options.max_reports = std::strtoull(value.c_str(), nullptr, 10);
  } else if (key == agent_key::sample_by) {
    options.sampling.by = value == "overhead" ? SamplingPlan::By::overhead : SamplingPlan::By::time;
  } else if (key == agent_key::sample_share) {
    options.sampling.share = std::clamp(std::strtod(value.c_str(), nullptr), 0.0, 1.0);
  } else if (key == agent_key::sample_seed) {
    options.sampling.seed = std::strtoull(value.c_str(), nullptr, 10);
  } else if (key == agent_key::include) {
    options.include.push_back(value);
  } else if (key == agent_key::exclude) {
    options.exclude.push_back(value);
  } else if (key == agent_key::one_per_object) {
    options.one_per_object = value == "1";
  } else if (key == agent_key::one_per_array) {
    options.one_per_array = value == "1";
  } else if (key == agent_key::arrays) {
    options.arrays = value == "1";
  } else if (key == agent_key::on_deadlock) {
    const auto action = named<OnDeadlock>(kOnDeadlockNames, value);
    if (!action) return false;
    options.on_deadlock = *action;
  } else if (key == agent_key::without) {
    const auto optimisation = named<Optimisation>(kOptimisationNames, value);
    if (!optimisation) return false;
    options.without.insert(*optimisation);
  } else {
    return false;
  }
  return true;
}

}  // namespace

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
  return options;
}

}  // namespace dh::jvm
