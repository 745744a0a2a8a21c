#include "fleet/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <queue>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/trace_shards.h"
#include "fleet/read_file.h"
#include "report/json_writing.h"

namespace dh::fleet {

namespace {

constexpr int kPlanVersion = 1;
constexpr uint64_t kMaxShards = 1'000'000;
constexpr std::array<std::pair<const char*, ProjectKind>, 4> kKinds = {{{"folder", ProjectKind::folder},
                                                                        {"archive", ProjectKind::archive},
                                                                        {"git", ProjectKind::git},
                                                                        {"trace", ProjectKind::trace}}};

struct LimitField {
  const char* name;
  uint64_t Limits::*value;
};
constexpr std::array<LimitField, 5> kLimits = {{{"seconds", &Limits::seconds},
                                                {"memory_bytes", &Limits::memory_bytes},
                                                {"output_bytes", &Limits::output_bytes},
                                                {"unpacked_bytes", &Limits::unpacked_bytes},
                                                {"unpacked_files", &Limits::unpacked_files}}};

Json json_of_project(const Project& project) {
  Json json = {{"name", project.name},
               {"kind", kind_name(project.kind)},
               {"path", project.path},
               {"bytes", project.bytes},
               {"shard", project.shard}};
  if (project.kind == ProjectKind::git) {
    json["revision"] = project.revision;
    if (!project.commit.empty()) json["commit"] = project.commit;
  }
  if (project.kind == ProjectKind::trace) {
    json["tools"] = project.tools;
    json["piece"] = project.piece;
    json["pieces"] = project.pieces;
  }
  return json;
}

// Reads the members of one JSON object; the first mistake is kept, with its place.
class Members {
 public:
  Members(const Json& json, std::string place, std::string& problem)
      : json_(json), place_(std::move(place)), problem_(problem) {
    if (!json.is_object()) mistake("", "expected an object");
  }

  std::string text(const char* name, bool required) {
    const Json* value = find(name, required);
    if (value == nullptr) return "";
    if (!value->is_string()) return mistake(name, "expected a text"), "";
    const auto& text = value->get_ref<const std::string&>();
    if (required && text.empty()) mistake(name, "must not be empty");
    if (text.find('\0') != std::string::npos) mistake(name, "has a NUL byte");
    return text;
  }

  uint64_t number(const char* name, uint64_t least, uint64_t most, bool required = true) {
    const Json* value = find(name, required);
    if (value == nullptr) return 0;
    const bool fits =
        value->is_number_unsigned() && value->get<uint64_t>() >= least && value->get<uint64_t>() <= most;
    if (!fits) return mistake(name, fmt::format("expected a whole number from {} to {}", least, most)), 0;
    return value->get<uint64_t>();
  }

  std::vector<std::string> texts(const char* name, bool required) {
    std::vector<std::string> result;
    const Json* value = find(name, required);
    if (value == nullptr) return result;
    if (!value->is_array()) return mistake(name, "expected an array of texts"), result;
    for (const Json& item : *value) {
      if (!item.is_string()) return mistake(name, "expected an array of texts"), result;
      result.push_back(item.get<std::string>());
    }
    return result;
  }

  const Json* find(const char* name, bool required) {
    known_.insert(name);
    const auto found = json_.find(name);
    if (found != json_.end()) return &*found;
    if (required) mistake(name, "is missing");
    return nullptr;
  }

  // Spelling mistakes would otherwise be silently ignored.
  void expect_no_others() {
    if (!json_.is_object()) return;
    for (const auto& [name, value] : json_.items()) {
      if (!known_.contains(name)) mistake(name, "is not a member of this object");
    }
  }

  void mistake(const std::string& name, const std::string& what) {
    if (!problem_.empty()) return;
    const std::string separator = place_.empty() || name.empty() ? "" : ".";
    problem_ = fmt::format("{}{}{}: {}", place_, separator, name, what);
  }

 private:
  const Json& json_;
  std::string place_;
  std::string& problem_;
  std::set<std::string> known_;
};

Project project_of(const Json& json, const std::string& place, uint32_t shards, std::string& problem) {
  Members members(json, place, problem);
  Project project;
  project.name = members.text("name", true);
  const std::string kind = members.text("kind", true);
  const auto found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& one) { return kind == one.first; });
  if (found == kKinds.end()) {
    members.mistake("kind", "expected folder, archive, git or trace");
  } else {
    project.kind = found->second;
  }
  project.path = members.text("path", true);
  if (!project.path.starts_with('/')) members.mistake("path", "expected an absolute path");
  project.bytes = members.number("bytes", 0, UINT64_MAX / 2, false);
  project.shard = static_cast<uint32_t>(members.number("shard", 1, shards));
  if (project.kind == ProjectKind::git) {
    project.revision = members.text("revision", true);
    project.commit = members.text("commit", false);
    if (project.revision.starts_with('-')) members.mistake("revision", "must not begin with '-'");
    const bool is_hash = project.commit.find_first_not_of("0123456789abcdef") == std::string::npos;
    const size_t size = project.commit.size();
    if (!is_hash || (size != 0 && size != 40 && size != 64))
      members.mistake("commit", "expected 40 or 64 hexadecimal digits");
  }
  if (project.kind == ProjectKind::trace) {
    project.tools = members.text("tools", false);
    project.pieces = static_cast<uint32_t>(members.number("pieces", 1, kMaxTraceShards));
    project.piece = static_cast<uint32_t>(members.number("piece", 1, std::max(project.pieces, 1u)));
  }
  members.expect_no_others();
  return project;
}

Limits limits_of(const Json& json, std::string& problem) {
  Members members(json, "limits", problem);
  Limits limits;
  for (const LimitField& field : kLimits) limits.*field.value = members.number(field.name, 1, UINT64_MAX / 2);
  members.expect_no_others();
  return limits;
}

Plan plan_of(const Json& json, std::string& problem) {
  Members members(json, "", problem);
  Plan plan;
  if (members.number("version", 0, UINT32_MAX) != kPlanVersion && problem.empty())
    members.mistake("version",
                    fmt::format("this program reads version {} only; make the plan again", kPlanVersion));
  plan.shards = static_cast<uint32_t>(members.number("shards", 1, kMaxShards));
  if (const Json* limits = members.find("limits", true)) plan.limits = limits_of(*limits, problem);
  plan.arguments = members.texts("arguments", true);
  const Json* projects = members.find("projects", true);
  members.expect_no_others();
  if (projects == nullptr) return plan;
  if (!projects->is_array()) return members.mistake("projects", "expected an array"), plan;
  StringMap<size_t> index_of_name;
  for (size_t i = 0; i < projects->size() && problem.empty(); ++i) {
    const std::string place = fmt::format("projects[{}]", i);
    plan.projects.push_back(project_of((*projects)[i], place, plan.shards, problem));
    const auto [other, is_new] = index_of_name.try_emplace(plan.projects.back().name, i);
    if (!is_new && problem.empty())
      problem =
          fmt::format("{}.name: \"{}\" is also the name of projects[{}]", place, other->first, other->second);
  }
  std::sort(plan.projects.begin(), plan.projects.end(),
            [](const Project& a, const Project& b) { return a.name < b.name; });
  return plan;
}

// Letters, digits and few others: a file name everywhere.
std::string file_name_of(std::string_view name) {
  std::string out;
  for (char c : name.substr(0, 80)) {
    const bool keeps =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    out += keeps ? c : '_';
  }
  if (out.starts_with('.')) out.front() = '_';
  return out;
}

}  // namespace

const char* kind_name(ProjectKind kind) {
  return kKinds[static_cast<size_t>(kind)].first;
}

std::string key_of(const Project& project, const Plan& plan) {
  Json json = json_of_project(project);
  json.erase("shard");
  json.erase("bytes");
  json["arguments"] = plan.arguments;
  for (const LimitField& field : kLimits) json[field.name] = plan.limits.*field.value;
  return fmt::format("{}-{:016x}", file_name_of(project.name), hash_mix(hash_bytes(to_text(json))));
}

std::string trace_key(const Project& project, const Plan& plan) {
  Project whole = project;
  whole.name = trace_name(project);
  whole.piece = 0;
  return key_of(whole, plan);
}

std::string trace_name(const Project& project) {
  return project.name.substr(0, project.name.rfind(' '));
}

std::string plan_text(const Plan& plan) {
  Json limits = Json::object();
  for (const LimitField& field : kLimits) limits[field.name] = plan.limits.*field.value;
  Json projects = Json::array();
  for (const Project& project : plan.projects) projects.push_back(json_of_project(project));
  return to_text(Json{{"version", kPlanVersion},
                      {"shards", plan.shards},
                      {"limits", std::move(limits)},
                      {"arguments", plan.arguments},
                      {"projects", std::move(projects)}});
}

std::string plan_digest(const Plan& plan) {
  return fmt::format("{:016x}", hash_mix(hash_bytes(plan_text(plan))));
}

Result<Plan> parse_plan(std::string_view text, const std::string& name) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    const size_t line = 1 + static_cast<size_t>(std::count(
                                text.begin(), text.begin() + std::min(error.byte, text.size()), '\n'));
    return fail("{}:{}: not JSON: {}", name, line, error.what());
  }
  std::string problem;
  Plan plan = plan_of(json, problem);
  if (!problem.empty()) return fail("{}: {}", name, problem);
  return plan;
}

Result<Plan> read_plan(const std::string& path) {
  const Result<std::string> text = read_whole_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_plan(*text, path);
}

void balance(Plan& plan) {
  std::vector<Project*> by_size;
  for (Project& project : plan.projects) by_size.push_back(&project);
  std::sort(by_size.begin(), by_size.end(), [](const Project* a, const Project* b) {
    return a->bytes != b->bytes ? a->bytes > b->bytes : a->name < b->name;
  });
  using Load = std::pair<uint64_t, uint32_t>;  // bytes, shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> lightest;
  for (uint32_t shard = 1; shard <= plan.shards; ++shard) lightest.emplace(0, shard);
  constexpr uint64_t kStartBytes = 4096;  // a project without sources costs a process, too
  for (Project* project : by_size) {
    const auto [bytes, shard] = lightest.top();
    lightest.pop();
    project->shard = shard;
    lightest.emplace(bytes + project->bytes + kStartBytes, shard);
  }
}

}  // namespace dh::fleet
