#include "java/rules/documentation.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>

namespace dh::java {

namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// Where the lines of `// ...` that end at an offset begin.
size_t line_comments_begin(std::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0) {
    size_t line = text.rfind('\n', begin - 1);
    line = line == std::string_view::npos ? 0 : line + 1;
    size_t first = text.find_first_not_of(" \t", line);
    if (first >= begin || text.substr(first, 2) != "//") break;
    begin = line;
    while (begin > 0 && is_space(text[begin - 1])) --begin;
    if (line == 0) break;
  }
  return begin;
}

// The comment that ends just before an offset, in lower case and on one line; empty: there is none.
std::string comment_before(std::string_view text, size_t begin) {
  size_t end = std::min(begin, text.size());
  while (end > 0 && is_space(text[end - 1])) --end;
  bool block = end >= 2 && text.substr(end - 2, 2) == "*/";
  size_t open = block ? text.rfind("/*", end) : line_comments_begin(text, end);
  if (open == std::string_view::npos || open >= end) return {};
  std::string comment;
  for (char c : text.substr(open, end - open)) {
    bool gap = is_space(c) || c == '*' || c == '/';
    if (gap && (comment.empty() || comment.back() == ' ')) continue;
    comment.push_back(gap ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  }
  return comment;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](std::string_view p) { return text.find(p) != std::string_view::npos; });
}

}  // namespace

DocumentedSafety documented_safety(const Index& index, TypeId type) {
  const TypeInfo& info = index.type(type);
  std::string doc = comment_before(index.file(info.file).tree.file.text(), info.decl->span.begin);
  if (contains_any(doc, {"not thread safe", "not thread-safe", "not threadsafe", "not synchronized",
                         "isn't thread safe", "isn't thread-safe", "non-thread-safe", "not be thread-safe",
                         "not be thread safe", "single thread", "single-thread", "one thread only"}))
    return DocumentedSafety::not_thread_safe;
  if (contains_any(doc, {"thread safe", "thread-safe", "threadsafe", "multiple threads", "concurrently"}))
    return DocumentedSafety::thread_safe;
  return DocumentedSafety::none;
}

bool has_documented_precondition(const Index& index, MethodId method) {
  const MethodInfo& info = index.method(method);
  if (info.decl == nullptr) return false;
  std::string_view text = index.file(index.type(info.owner).file).tree.file.text();
  std::string doc = comment_before(text, info.decl->span.begin);
  return contains_any(doc, {"holding the lock",
                            "hold the lock",
                            "holds the lock",
                            "held the lock",
                            "lock held",
                            "lock is held",
                            "lock must be held",
                            "lock should be held",
                            "holding lock",
                            "hold lock",
                            "must hold",
                            "should hold",
                            "while holding",
                            "under the lock",
                            "under lock",
                            "must be synchronized",
                            "should be synchronized",
                            "must synchronize",
                            "caller synchronize",
                            "callers synchronize",
                            "externally synchronized",
                            "external synchronization",
                            "called synchronized",
                            "in synchronized block",
                            "in a synchronized block",
                            "synchronized context",
                            "not thread safe",
                            "not thread-safe",
                            "not threadsafe",
                            "single thread",
                            "single-thread",
                            "from one thread",
                            "from the same thread"});
}

}  // namespace dh::java
