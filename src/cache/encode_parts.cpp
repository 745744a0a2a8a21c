#include "cache/encode_parts.h"

#include <algorithm>
#include <iterator>

#include "base/bytes.h"
#include "cache/frame.h"

namespace dh {

std::string encode_parts(const std::vector<PartResult>& parts, const std::vector<std::string>& contents) {
  ByteWriter out;
  out.number(contents.size());
  for (const std::string& content : contents) out.text(content);
  out.number(parts.size());
  CheckSink::Contents results;  // of all parts, one after the other
  for (const PartResult& part : parts) {
    out.number(part.findings.size());
    out.number(part.diagnostics.size());
    out.text(part.facts);
    out.number(part.files.size());
    for (uint32_t file : part.files) out.number(file);
    results.findings.insert(results.findings.end(), part.findings.begin(), part.findings.end());
    results.diagnostics.insert(results.diagnostics.end(), part.diagnostics.begin(), part.diagnostics.end());
  }
  out.text(encode_contents(results));
  return framed(out.take());
}

namespace {

// A part without its results.
struct PartHeader {
  size_t findings = 0, diagnostics = 0;
  PartResult part;
};

std::vector<PartHeader> read_headers(ByteReader& in) {
  std::vector<PartHeader> headers(in.count());
  for (PartHeader& header : headers) {
    header.findings = static_cast<size_t>(in.number());
    header.diagnostics = static_cast<size_t>(in.number());
    header.part.facts = in.text();
    header.part.files.resize(in.count());
    for (uint32_t& file : header.part.files) file = static_cast<uint32_t>(in.number());
  }
  return headers;
}

template <typename T>
bool take(std::vector<T>& from, size_t& at, size_t count, std::vector<T>& into) {
  if (count > from.size() - at) return false;
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(at);
  std::move(begin, begin + static_cast<std::ptrdiff_t>(count), std::back_inserter(into));
  at += count;
  return true;
}

}  // namespace

std::optional<std::vector<std::optional<PartResult>>> decode_parts(std::string_view bytes,
                                                                   const IsUnchanged& is_unchanged,
                                                                   const FactorById& factor_by_id) {
  const std::optional<std::string> body = unframed(bytes);
  if (!body) return std::nullopt;
  ByteReader in(*body);
  std::vector<bool> unchanged(in.count());
  for (size_t i = 0; i < unchanged.size(); ++i) unchanged[i] = is_unchanged(i, in.text());
  std::vector<PartHeader> headers = read_headers(in);
  auto results = decode_contents(in.text(), factor_by_id);
  if (!in.ok() || !in.at_end() || !results) return std::nullopt;
  std::vector<std::optional<PartResult>> parts;
  size_t findings = 0, diagnostics = 0;
  for (PartHeader& header : headers) {
    PartResult& part = header.part;
    if (!take(results->findings, findings, header.findings, part.findings) ||
        !take(results->diagnostics, diagnostics, header.diagnostics, part.diagnostics))
      return std::nullopt;
    const bool is_valid = std::all_of(part.files.begin(), part.files.end(), [&](uint32_t file) {
      return file < unchanged.size() && unchanged[file];
    });
    parts.push_back(is_valid ? std::optional(std::move(part)) : std::nullopt);
  }
  return parts;
}

}  // namespace dh
