#include "cli/replay/replay_shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/trace_shards.h"
#include "dynamic/trace/shard_file.h"
#include "tools/registry.h"

namespace dh {

namespace {

namespace fs = std::filesystem;

void add_positions(const dyn::RawReport& report, std::vector<uint64_t>& positions) {
  positions.insert(positions.end(), {report.position, report.current.position, report.previous.position,
                                     report.block_position});
  for (const dyn::RawAccess& access : report.more) positions.push_back(access.position);
  for (const auto* steps : {&report.held, &report.steps}) {
    for (const dyn::RawStep& step : *steps) positions.push_back(step.position);
  }
}

std::vector<std::pair<uint64_t, uint64_t>> lines_of(const dyn::TraceReader& reader,
                                                    const std::vector<dyn::RawReport>& reports) {
  std::vector<uint64_t> positions;
  for (const dyn::RawReport& report : reports) add_positions(report, positions);
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  std::vector<std::pair<uint64_t, uint64_t>> lines;
  for (const uint64_t position : positions) lines.emplace_back(position, reader.line_at(position));
  return lines;
}

// After an event that cannot be, more or less of the trace was read ahead.
uint64_t digest_with_names(const dyn::ReplayResult& result, const dyn::Names& names) {
  uint64_t digest = result.digest;
  if (result.error) return digest;
  for (size_t s = 0; s < dyn::kSpaces; ++s) {
    const auto space = static_cast<dyn::Space>(s);
    for (uint32_t id = 0; id < names.count(space); ++id)
      digest = hash_combine(digest, hash_bytes(names.text(space, id)));
  }
  return digest;
}

bool parse_part(std::string_view text, uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Result<std::vector<std::pair<std::string, dyn::ShardFile>>> read_shards(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().string().ends_with(kTraceShardEnding)) paths.push_back(entry.path().string());
  }
  if (error) return fail("{}: {}", folder, error.message());
  if (paths.empty())
    return fail("{}: there are no shards; deadheat replay --shard 1/N --into makes one", folder);
  std::sort(paths.begin(), paths.end());
  std::vector<std::pair<std::string, dyn::ShardFile>> shards;
  for (const std::string& path : paths) {
    auto shard = dyn::read_shard(path);
    if (!shard) return tl::unexpected(shard.error());
    shards.emplace_back(path, std::move(*shard));
  }
  if (auto checked = dyn::check_shards(shards); !checked) return tl::unexpected(checked.error());
  std::sort(shards.begin(), shards.end(),
            [](const auto& a, const auto& b) { return a.second.shard < b.second.shard; });
  return shards;
}

}  // namespace

Result<ShardChoice> parse_shard(const std::string& text) {
  const size_t slash = text.find('/');
  ShardChoice choice;
  uint32_t number = 0;
  if (slash == std::string::npos || !parse_part(std::string_view(text).substr(0, slash), number) ||
      !parse_part(std::string_view(text).substr(slash + 1), choice.shards) || number < 1 ||
      number > choice.shards) {
    return fail("--shard takes I/N with I from 1 to N, such as 3/16, not '{}'", text);
  }
  choice.shard = number - 1;
  return choice;
}

Result<ShardChoice> parse_trace_shard(const std::string& text) {
  Result<ShardChoice> choice = parse_shard(text);
  if (choice && choice->shards > kMaxTraceShards)
    return fail("--shard: a replay has at most {} shards", kMaxTraceShards);
  return choice;
}

Result<ShardDone> replay_shard(const std::string& trace, const HowToReplay& how, ShardChoice choice,
                               const std::string& folder, StopToken stop) {
  auto reader = dyn::open_trace(trace);
  if (!reader) return tl::unexpected(reader.error());
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("{}: {}", folder, error.message());
  dyn::ReportSink sink(how.max_reports, dyn::ReportSink::Use::share);
  auto chain = dyn::build_chain(how.tools, sink, (*reader)->names(), {.allow_fused = !how.no_fusing});
  if (!chain) return tl::unexpected(chain.error());
  dyn::SharedReplay replay(**reader, dyn::LocationSplit(choice.shards), {{**chain, choice.shard}},
                           static_cast<unsigned>(how.jobs));
  dyn::ShardFile shard{choice.shard, choice.shards, trace, how.tools, how.max_reports, {}, {}, {}, {}, {}};
  shard.result = replay.run(stop);
  if (shard.result.stopped) return fail("the replay was stopped: no shard is written");
  shard.result.digest = digest_with_names(shard.result, (*reader)->names());
  shard.outputs = (*chain)->finish();
  shard.share = sink.take_share();
  if ((*reader)->is_text()) shard.lines = lines_of(**reader, shard.share.reports);
  const std::string path = (fs::path(folder) / trace_shard_file(choice.shard + 1, choice.shards)).string();
  if (auto written = dyn::write_shard(path, shard, (*reader)->names()); !written)
    return tl::unexpected(written.error());
  ShardDone done;
  done.summary = fmt::format("shard {}/{}: {} events, {} reports, written to {}", choice.shard + 1,
                             choice.shards, shard.result.events, shard.share.reports.size(), path);
  done.error = shard.result.error;
  // Events of other shards are not counted here, but every event has a thread.
  done.is_empty = !done.error && (*reader)->names().count(dyn::Space::thread) == 0;
  for (const dyn::ToolOutput& output : shard.outputs) {
    if (!output.incomplete.empty()) done.incomplete.push_back(output.tool + ": " + output.incomplete);
  }
  return done;
}

Result<MergedShards> merge_shard_files(const std::string& folder) {
  auto shards = read_shards(folder);
  if (!shards) return tl::unexpected(shards.error());
  dyn::ShardFile& first = shards->front().second;
  MergedShards merged;
  merged.trace = first.trace;
  merged.tools = first.tools;
  merged.names = first.names ? std::move(first.names) : std::make_unique<dyn::Names>();
  merged.outcome.outputs = std::move(first.outputs);
  merged.outcome.result.error = first.result.error;
  auto lines = std::make_shared<FlatMap<uint64_t, uint64_t>>();
  std::vector<dyn::ReportSink::Share> got;
  for (auto& [path, shard] : *shards) {
    merged.outcome.result.events += shard.result.events;
    for (size_t k = 0; k < dyn::kEventKinds; ++k)
      merged.outcome.result.per_kind[k] += shard.result.per_kind[k];
    lines->insert(shard.lines.begin(), shard.lines.end());
    got.push_back(std::move(shard.share));
  }
  merged.line_at = [lines](uint64_t position) {
    const auto it = lines->find(position);
    return it == lines->end() ? position + 1 : it->second;
  };
  dyn::MergedReports reports = dyn::merge_shares(std::move(got), first.max_reports);
  merged.outcome.reports = std::move(reports.reports);
  merged.outcome.counts = std::move(reports.counts);
  return merged;
}

}  // namespace dh
