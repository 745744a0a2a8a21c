// What a fleet is to analyse: projects, spread over shards, with limits for each. A plan is a JSON file that
// people may edit (docs/fleet.md), so reading one checks everything and names the place of a mistake.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dh::fleet {

enum class ProjectKind {
  folder,   // analysed where it is
  archive,  // .tar.gz, .zip, .jar: unpacked first
  git,      // a repository, bare or not: one revision is unpacked
  trace,    // a recorded trace, replayed in `pieces` parts
};

struct Project {
  std::string name;  // unique in the plan
  ProjectKind kind = ProjectKind::folder;
  std::string path;      // absolute
  std::string revision;  // git only: as the user wrote it
  std::string commit;    // git only: what the revision was when the plan was made; may be empty
  std::string tools;     // trace only: a chain, as `replay --tools` has it; empty: the default
  uint64_t bytes = 0;    // an estimate of the source, for the balance
  uint32_t piece = 0;    // trace only: 1 to pieces
  uint32_t pieces = 0;
  uint32_t shard = 1;  // from 1
};

// For one project.
struct Limits {
  uint64_t seconds = 600;
  uint64_t memory_bytes = 4ull << 30;
  uint64_t output_bytes = 256ull << 20;  // of each report
  uint64_t unpacked_bytes = 4ull << 30;  // of an archive or a revision
  uint64_t unpacked_files = 1'000'000;
};

struct Plan {
  uint32_t shards = 1;
  Limits limits;
  std::vector<std::string> arguments;  // more options of `deadheat check`
  std::vector<Project> projects;       // sorted by name
};

const char* kind_name(ProjectKind kind);

// Names the files of a project's results. It changes with everything that its result depends on: an old
// result is never taken for one of an edited plan.
std::string key_of(const Project& project, const Plan& plan);

// What all pieces of a trace share: "big.std" of "big.std 2/4".
std::string trace_name(const Project& project);
std::string trace_key(const Project& project, const Plan& plan);

// The whole plan as a number in hexadecimal; equal plans have equal ones, however their files are indented.
std::string plan_digest(const Plan& plan);

std::string plan_text(const Plan& plan);
// `name` stands in messages.
Result<Plan> parse_plan(std::string_view text, const std::string& name);
Result<Plan> read_plan(const std::string& path);

// Gives each project a shard: the largest first, each to the lightest shard so far.
void balance(Plan& plan);

}  // namespace dh::fleet
