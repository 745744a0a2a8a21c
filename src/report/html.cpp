// The report as one HTML file: the page, its style and script are in html/, the findings are JSON inside it.
#include <fmt/format.h>

#include "base/check.h"
#include "base/embedded.h"
#include "base/sha256.h"
#include "report/html_data.h"
#include "report/html_escape.h"
#include "report/markdown.h"
#include "report/report.h"
#include "report/version.h"
#include "report/words.h"

namespace dh {

extern const std::span<const EmbeddedFile> html_files;

namespace {

std::string_view part(std::string_view name) {
  std::string_view text = find_embedded(html_files, name);
  DH_CHECK(!text.empty(), "{} is not embedded", name);
  return text;
}

// The pages of the rules that occur, as templates that the script shows on demand.
std::string rule_pages_html(const Report& report, const RenderOptions& options) {
  std::string out;
  for (const RuleInfo& rule : options.rules) {
    if (!has_findings_of(report, rule.rule)) continue;
    out += fmt::format("<template data-rule-page=\"{}\">\n{}</template>\n", html_escape(rule.id),
                       markdown_to_html(rule.page));
  }
  return out;
}

// What is the same in every report, made once. The hashes are those of the elements' whole text.
struct FixedParts {
  FixedParts() {
    for (const char* name : {"lanes.js", "syntax.js", "report.js"}) script += part(name);
    script_hash = sha256_base64("\n" + script);
    style_hash = sha256_base64("\n" + std::string(part("report.css")));
  }

  std::string script;
  std::string script_hash;
  std::string style_hash;
};

}  // namespace

std::string render_html(const Report& report, const RenderOptions& options) {
  static const FixedParts kFixed;
  std::string_view page = part("report.html");
  std::string out;
  // Filled in one pass, so that inserted text is never searched for placeholders.
  while (true) {
    size_t hole = page.find("@@");
    out += page.substr(0, hole);
    if (hole == std::string_view::npos) return out;
    size_t end = page.find("@@", hole + 2);
    DH_CHECK(end != std::string_view::npos, "report.html has an unclosed placeholder");
    std::string_view name = page.substr(hole + 2, end - hole - 2);
    page.remove_prefix(end + 2);
    if (name == "version") {
      out += html_escape(kVersion);
    } else if (name == "style") {
      out += part("report.css");
    } else if (name == "style-hash") {
      out += kFixed.style_hash;
    } else if (name == "script") {
      out += kFixed.script;
    } else if (name == "script-hash") {
      out += kFixed.script_hash;
    } else if (name == "rules") {
      out += rule_pages_html(report, options);
    } else if (name == "data") {
      out += html_data(report, options);
    } else {
      DH_CHECK(false, "report.html has the unknown placeholder {}", name);
    }
  }
}

}  // namespace dh
