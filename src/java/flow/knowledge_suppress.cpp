// Annotations that excuse code from a rule.
#include <algorithm>

#include "java/flow/knowledge.h"

namespace dh::java {

namespace {

struct Suppression {
  std::string_view value;
  std::string_view rule;
};

constexpr Suppression kSuppressions[] = {
#define DH_SUPPRESSION(value, rule) {value, rule},
#include "java/flow/suppressions.def"
#undef DH_SUPPRESSION
};

bool names(std::string_view pattern, std::string_view value) {
  if (!pattern.ends_with('*')) return pattern == value;
  return value.starts_with(pattern.substr(0, pattern.size() - 1));
}

// The names of the tools that some write before the name of the check.
std::string_view without_tool(std::string_view value) {
  for (std::string_view tool : {"java:", "squid:", "PMD."}) {
    if (value.starts_with(tool)) return value.substr(tool.size());
  }
  return value;
}

bool is_about_shared_fields(std::string_view rule) {
  return rule == "java-unsynchronized-access" || rule == "java-inconsistent-lock" || rule == "java-escape" ||
         rule == "java-unsafe-publication";
}

bool excuses(std::string_view value, std::string_view rule) {
  value = without_tool(value);
  if (value == rule || value == "all") return true;
  return std::any_of(std::begin(kSuppressions), std::end(kSuppressions),
                     [&](const Suppression& s) { return s.rule == rule && names(s.value, value); });
}

}  // namespace

bool Knowledge::opts_out(List<Annotation> annotations) const {
  return std::any_of(annotations.begin(), annotations.end(), [&](const Annotation* annotation) {
    if (!models_.thread_safe_annotations.contains(text(annotation->simple_name()))) return false;
    return std::any_of(annotation->args.begin(), annotation->args.end(), [&](const AnnotationArg& arg) {
      const auto* value = as<Literal>(arg.value);
      return text(arg.name.name) == "enableChecks" && value != nullptr &&
             value->literal() == LiteralKind::kFalse;
    });
  });
}

bool Knowledge::suppressed(List<Annotation> annotations, std::string_view file_text,
                           std::string_view rule) const {
  if (!annotations.empty() && opts_out(annotations) && is_about_shared_fields(rule)) return true;
  return std::any_of(annotations.begin(), annotations.end(), [&](const Annotation* annotation) {
    std::string_view name = text(annotation->simple_name());
    if (name != "SuppressWarnings" && name != "SuppressFBWarnings" && name != "SuppressLint") return false;
    std::vector<std::string> values = string_values(*annotation, file_text);
    // @SuppressFBWarnings without a pattern is about all of them.
    if (values.empty()) return name == "SuppressFBWarnings" && annotation->args.empty();
    return std::any_of(values.begin(), values.end(),
                       [&](const std::string& value) { return excuses(value, rule); });
  });
}

}  // namespace dh::java
