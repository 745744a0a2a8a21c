#include "dynamic/trace/shard_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "dynamic/trace/block_reader.h"
#include "dynamic/trace/block_writer.h"
#include "dynamic/trace/report_bytes.h"

namespace dh::dyn {

namespace {

using binary::BlockKind;

void put_error(std::string& to, const std::optional<TraceError>& error) {
  put_number(to, error ? 1 : 0);
  if (!error) return;
  put_text(to, error->message);
  for (const uint64_t n : {error->line, error->offset, error->event}) put_number(to, n);
}
bool get_error(ByteCursor& from, std::optional<TraceError>& error) {
  uint64_t has_one;
  if (!from.number(has_one)) return false;
  if (has_one == 0) return true;
  error.emplace();
  return get_string(from, error->message) && from.number(error->line) && from.number(error->offset) &&
         from.number(error->event);
}

void put_counted(std::string& to, const ReportSink::Share::Counted& counted) {
  put_text(to, counted.tool);
  for (const uint64_t n : {counted.events, counted.first_position, uint64_t{counted.was_asked_for}})
    put_number(to, n);
  put_number(to, counted.places.size());
  for (const uint64_t word : counted.places) put_number(to, word);
}
bool get_counted(ByteCursor& from, ReportSink::Share::Counted& counted) {
  uint64_t asked_for;
  if (!get_string(from, counted.tool) || !from.number(counted.events) ||
      !from.number(counted.first_position) || !from.number(asked_for)) {
    return false;
  }
  counted.was_asked_for = asked_for != 0;
  return get_each(from, [&] { return from.number(counted.places.emplace_back()); });
}

std::string results_of(const ShardFile& shard) {
  std::string raw;
  put_number(raw, shard.shard);
  put_number(raw, shard.shards);
  put_text(raw, shard.trace);
  put_text(raw, shard.tools);
  put_number(raw, shard.max_reports);
  put_number(raw, shard.result.events);
  put_number(raw, shard.result.digest);
  for (const uint64_t n : shard.result.per_kind) put_number(raw, n);
  put_error(raw, shard.result.error);
  for (const uint64_t key : shard.share.keys) put_number(raw, key);
  put_number(raw, shard.share.counted.size());
  for (const auto& counted : shard.share.counted) put_counted(raw, counted);
  put_outputs(raw, shard.outputs);
  put_number(raw, shard.lines.size());
  for (const auto& [position, line] : shard.lines) {
    put_number(raw, position);
    put_number(raw, line);
  }
  return raw;
}

// After the reports.
bool get_shard_results(std::string_view raw, ShardFile& shard) {
  ByteCursor from(raw);
  if (!from.number(shard.shard) || !from.number(shard.shards) || !get_string(from, shard.trace) ||
      !get_string(from, shard.tools) || !from.number(shard.max_reports) ||
      !from.number(shard.result.events) || !from.number(shard.result.digest)) {
    return false;
  }
  for (uint64_t& n : shard.result.per_kind) {
    if (!from.number(n)) return false;
  }
  if (!get_error(from, shard.result.error)) return false;
  shard.share.keys.resize(shard.share.reports.size());
  for (uint64_t& key : shard.share.keys) {
    if (!from.number(key)) return false;
  }
  return get_each(from, [&] { return get_counted(from, shard.share.counted.emplace_back()); }) &&
         get_outputs(from, shard.outputs) &&
         get_each(from,
                  [&] {
                    auto& [position, line] = shard.lines.emplace_back();
                    return from.number(position) && from.number(line);
                  }) &&
         from.at_end() && shard.shard < shard.shards;
}

void write_left(BlockWriter& blocks, const std::vector<ReportSink::Share::Left>& all) {
  constexpr size_t kPerBlock = 4096;
  std::string raw;
  size_t count = 0;
  for (const auto& left : all) {
    put_number(raw, left.key);
    put_number(raw, left.times);
    put_text(raw, left.tool);
    if (++count % kPerBlock != 0 && count != all.size()) continue;
    blocks.write(BlockKind::left, raw, 0);
    raw.clear();
  }
}
bool get_left(std::string_view raw, ShardFile& shard) {
  for (ByteCursor from(raw); !from.at_end();) {
    auto& left = shard.share.left.emplace_back();
    if (!from.number(left.key) || !from.number(left.times) || !get_string(from, left.tool)) return false;
  }
  return true;
}

bool get_block(const Block& block, ShardFile& shard) {
  switch (static_cast<BlockKind>(block.header.kind)) {
    case BlockKind::names:
      if (!shard.names) shard.names = std::make_unique<Names>();
      return parse_names_block(block.raw, block.header.count, *shard.names);
    case BlockKind::reports: {
      ByteCursor from(block.raw);
      return get_report(from, shard.share.reports.emplace_back()) && from.at_end();
    }
    case BlockKind::left:
      return get_left(block.raw, shard);
    case BlockKind::results:
      return get_shard_results(block.raw, shard);
    default:
      return false;
  }
}

}  // namespace

Result<void> write_shard(const std::string& path, const ShardFile& shard, const Names& names) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  auto stream = OutputStream::open(temporary);
  if (!stream) return tl::unexpected(stream.error());
  BlockWriter blocks(std::move(*stream), binary::kShardMagic);
  if (shard.shard == 0) blocks.write_names(names);
  for (const RawReport& report : shard.share.reports) {
    std::string raw;
    put_report(raw, report);
    blocks.write(BlockKind::reports, raw, 1);
  }
  write_left(blocks, shard.share.left);
  blocks.write(BlockKind::results, results_of(shard), 0);
  blocks.write(BlockKind::end, "", 0);
  Result<void> closed = blocks.close();
  if (closed && std::rename(temporary.c_str(), path.c_str()) != 0)
    closed = fail("{}: {}", path, std::strerror(errno));
  if (!closed) ::unlink(temporary.c_str());
  return closed;
}

Result<ShardFile> read_shard(const std::string& path) {
  auto stream = InputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  BlockReader blocks(std::move(*stream), {}, binary::kShardMagic);
  ShardFile shard;
  Block block;
  while (blocks.fetch(block)) {
    unpack(block);
    if (!block.problem.empty()) return fail("{}: at byte {}: {}", path, block.at, block.problem);
    if (block.header.kind == static_cast<uint32_t>(BlockKind::end)) return shard;
    if (!get_block(block, shard)) return fail("{}: at byte {}: the block is corrupt", path, block.at);
  }
  return fail("{}: the shard has no end", path);
}

Result<void> check_shards(const std::vector<std::pair<std::string, ShardFile>>& shards) {
  const auto& [first_path, first] = shards.front();
  std::vector<const std::string*> found(first.shards);
  for (const auto& [path, shard] : shards) {
    if (shard.shards != first.shards)
      return fail("{} is one of {} shards, but {} is one of {}", path, shard.shards, first_path,
                  first.shards);
    if (shard.tools != first.tools)
      return fail("{} was made with --tools {}, but {} with --tools {}", path, shard.tools, first_path,
                  first.tools);
    if (shard.max_reports != first.max_reports)
      return fail("{} was made with --max-reports {}, but {} with {}", path, shard.max_reports, first_path,
                  first.max_reports);
    if (shard.result.digest != first.result.digest)
      return fail("{} is of another trace ({}) than {} ({})", path, shard.trace, first_path, first.trace);
    if (const std::string* other = std::exchange(found[shard.shard], &path); other != nullptr)
      return fail("{} and {} are the same shard", *other, path);
  }
  for (uint32_t i = 0; i < first.shards; ++i) {
    if (found[i] == nullptr)
      return fail("shard {}/{} is missing: deadheat replay --shard {}/{} makes it", i + 1, first.shards,
                  i + 1, first.shards);
  }
  return {};
}

}  // namespace dh::dyn
