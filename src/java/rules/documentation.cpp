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

// In lower case and on one line, without the marks of comments.
std::string normalized(std::string_view text) {
  std::string comment;
  for (char c : text) {
    bool gap = is_space(c) || c == '*' || c == '/';
    if (gap && (comment.empty() || comment.back() == ' ')) continue;
    comment.push_back(gap ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  }
  return comment;
}

// The comment that ends just before an offset, normalized; empty: there is none.
std::string comment_before(std::string_view text, size_t begin) {
  size_t end = std::min(begin, text.size());
  while (end > 0 && is_space(text[end - 1])) --end;
  bool block = end >= 2 && text.substr(end - 2, 2) == "*/";
  size_t open = block ? text.rfind("/*", end) : line_comments_begin(text, end);
  if (open == std::string_view::npos || open >= end) return {};
  return normalized(text.substr(open, end - open));
}

// The comments that a body begins with, in the same form.
std::string comment_at_start(std::string_view text, const Block& body) {
  size_t at = body.span.begin + 1;
  std::string comment;
  while (at < text.size()) {
    while (at < text.size() && is_space(text[at])) ++at;
    std::string_view opener = text.substr(at, 2);
    if (opener != "//" && opener != "/*") break;
    size_t end = text.find(opener == "//" ? "\n" : "*/", at + 2);
    if (end == std::string_view::npos) break;
    comment += normalized(text.substr(at, end - at)) + " ";
    at = end + (opener == "//" ? 1 : 2);
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

namespace {

// addLocked(), sizeNoLock(), unprotectedAdd(): callers take care of the lock.
bool is_named_for_lock_holders(std::string_view name) {
  constexpr std::string_view kEnds[] = {"Locked",      "UnderLock", "InLock",   "HoldingLock", "WithLockHeld",
                                        "WithoutLock", "NoLock",    "Unlocked", "NotLocked",   "LockHeld"};
  return name.starts_with("unprotect") ||
         std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

bool has_documented_precondition(const Index& index, MethodId method) {
  const MethodInfo& info = index.method(method);
  if (info.decl == nullptr) return false;
  if (is_named_for_lock_holders(index.text(info.name))) return true;
  std::string_view text = index.file(index.type(info.owner).file).tree.file.text();
  std::string doc = comment_before(text, info.decl->span.begin);
  if (info.decl->body != nullptr) doc += " " + comment_at_start(text, *info.decl->body);
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
                            "lock externally",
                            "locked externally",
                            "external lock",
                            "externally locked",
                            "external synchronization",
                            "called synchronized",
                            "in synchronized block",
                            "in a synchronized block",
                            "synchronized context",
                            "no need to lock",
                            "no need to acquire",
                            "no need to synchronize",
                            "not need to lock",
                            "no lock needed",
                            "no lock is needed",
                            "no locking needed",
                            "needn't lock",
                            "needn't use lock",
                            "need not lock",
                            "no concurrent",
                            "be concurrent modification",
                            "not be called concurrently",
                            "not thread safe",
                            "not thread-safe",
                            "not threadsafe",
                            "single thread",
                            "single-thread",
                            "from one thread",
                            "from the same thread",
                            "testing only",
                            "tests only",
                            "only for test"});
}

}  // namespace dh::java
