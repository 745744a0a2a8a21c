#include "java/rules/consequence.h"

#include <fmt/format.h>

namespace dh::java {

namespace {

bool is_collection(const TypeRef& type) {
  return type.qualified.starts_with("java.util.") && !type.qualified.starts_with("java.util.concurrent.");
}

// `f = null`, at the access.
bool writes_null(const Judged& judged, const FieldUse& use) {
  if (!use.use.reference_write) return false;
  std::string_view text = judged.index().file(judged.unit.bodies[use.body].file).tree.file.text();
  size_t at = text.find_first_not_of(" \t\n\r", use.span.end);
  if (at == std::string_view::npos || text[at] != '=') return false;
  at = text.find_first_not_of(" \t\n\r", at + 1);
  return at != std::string_view::npos && text.substr(at, 4) == "null";
}

// The body reads the field more than once: a check, and then a use.
bool reads_twice(const Judged& judged, const FieldUse& use) {
  int reads = 0;
  for (const FieldUse& one : judged.unit.accesses) {
    if (one.body == use.body && one.field == use.field && one.span.begin != use.span.begin) ++reads;
  }
  return reads > 0;
}

bool is_wide(const Judged& judged, const FieldInfo& field) {
  if (!field.type.primitive || field.type.is_array()) return false;
  std::string_view type = judged.index().text(field.type.simple);
  return type == "long" || type == "double";
}

std::string of_collection(const FieldAccessUse& a, const FieldAccessUse& b) {
  if (a.content_write && b.content_write) return "both change the collection, which can corrupt it";
  return "one changes the collection while the other reads it, which can fail with a "
         "ConcurrentModificationException or give a wrong result";
}

// size() and isEmpty() never fail.
bool asks_for_size(const Judged& judged, const FieldUse& use) {
  if (!use.called.valid() || use.use.modifies()) return false;
  std::string_view name = judged.index().text(use.called);
  return name == "size" || name == "isEmpty";
}

std::string what_goes_wrong(const Judged& judged, const FieldUse& at, const FieldUse& other) {
  const FieldInfo& field = judged.index().field(at.field);
  const FieldAccessUse& a = at.use;
  const FieldAccessUse& b = other.use;
  bool content = (a.content_write || b.content_write) && !a.reference_write && !b.reference_write;
  if (content && (asks_for_size(judged, at) || asks_for_size(judged, other)))
    return "the size may be out of date";
  if (content) return is_collection(field.type) ? of_collection(a, b) : "one may see a half-made change";
  auto updates = [](const FieldAccessUse& use) { return use.reference_write && use.reference_read; };
  if (updates(a) || updates(b))
    return a.reference_write && b.reference_write ? "an update is lost" : "the read may be stale";
  const FieldUse& reader = a.modifies() ? other : at;
  const FieldUse& writer = a.modifies() ? at : other;
  if (writes_null(judged, writer) && !reader.use.modifies() && reads_twice(judged, reader))
    return "the field may be null after the check";
  if (is_wide(judged, field)) return "the read may be stale, or mix the halves of two values";
  if (a.modifies() && b.modifies()) return "one write overwrites the other";
  return "the read may be stale";
}

std::string method_name(const Judged& judged, const CountedAccess& access) {
  const Body& body = judged.unit.bodies[judged.unit.accesses[access.access].body];
  return body.name;
}

}  // namespace

std::string consequence(const Judged& judged, const CountedAccess& at, const CountedAccess& other) {
  const FieldUse& a = judged.unit.accesses[at.access];
  const FieldUse& b = judged.unit.accesses[other.access];
  std::string wrong = what_goes_wrong(judged, a, b);
  std::string first = method_name(judged, at);
  std::string second = method_name(judged, other);
  if (first == second) return fmt::format("two threads can run {} at once: {}", first, wrong);
  return fmt::format("{} and {} can run at once: {}", first, second, wrong);
}

}  // namespace dh::java
