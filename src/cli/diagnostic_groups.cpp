#include "cli/diagnostic_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace dh {

namespace {

// Plain words make the kind of a message. Everything else is a name, a number, a path or code: `?VSN`,
// x/y.erl, Foo>>bar.
bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

// The message without names and numbers.
std::string kind_of(const Diagnostic& diagnostic) {
  std::string kind = severity_name(diagnostic.severity);
  std::string_view text = diagnostic.message;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool quotes = c == '`' || c == '\'' || c == '"';
    size_t end = quotes ? text.find(c, i + 1) : std::string_view::npos;
    const bool quoted = end != std::string_view::npos;
    end = quoted ? end + 1 : std::min(text.find(' ', i), text.size());
    std::string_view word = text.substr(i, end - i);
    while (!quoted && !word.empty() && std::string_view(",;:.").find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    kind += ' ';
    kind += !quoted && is_plain(word) ? word : "...";
    i = end;
    while (i < text.size() && text[i] == ' ') ++i;
  }
  return kind;
}

std::string cut(const std::string& message) {
  if (message.size() <= kMaxMessageBytes) return message;
  size_t end = kMaxMessageBytes;
  while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0) == 0x80) --end;
  return message.substr(0, end) + "...";
}

}  // namespace

Diagnostics group_diagnostics(const Diagnostics& diagnostics) {
  struct Kind {
    size_t seen = 0;
    size_t left_out = 0;
    Diagnostic first;
  };
  std::vector<Kind> kinds;
  StringMap<size_t> known;
  Diagnostics result;
  for (const Diagnostic& diagnostic : diagnostics) {
    auto [it, is_new] = known.try_emplace(kind_of(diagnostic), kinds.size());
    if (is_new) kinds.push_back({0, 0, diagnostic});
    Kind& kind = kinds[it->second];
    if (++kind.seen > kMaxOfOneKind || result.size() >= kMaxDiagnostics) {
      ++kind.left_out;
    } else {
      result.push_back({diagnostic.severity, diagnostic.place, cut(diagnostic.message)});
    }
  }
  size_t notes = 0;
  size_t rest = 0;
  for (const Kind& kind : kinds) {
    if (kind.left_out == 0) continue;
    if (++notes > kMaxOfOneKind) {
      rest += kind.left_out;
      continue;
    }
    result.push_back(
        {Severity::note,
         {},
         fmt::format("{} more {}s like \"{}\" are not shown; --all-diagnostics shows them", kind.left_out,
                     severity_name(kind.first.severity), cut(kind.first.message))});
  }
  if (rest > 0) {
    result.push_back({Severity::note,
                      {},
                      fmt::format("{} other messages are not shown; --all-diagnostics shows them", rest)});
  }
  return result;
}

}  // namespace dh
