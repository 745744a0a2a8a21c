// The report as one HTML file: the page, its style and script are in html/, the findings are JSON inside it.
#include <fmt/format.h>

#include "base/check.h"
#include "base/sha256.h"
#include "report/html_data.h"
#include "report/html_escape.h"
#include "report/markdown.h"
#include "report/page.h"
#include "report/report.h"
#include "report/version.h"
#include "report/words.h"

namespace dh {

namespace {

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
    for (const char* name : {"lanes.js", "syntax.js", "report.js"}) script += html_part(name);
    script_hash = sha256_base64("\n" + script);
    style_hash = sha256_base64("\n" + std::string(html_part("report.css")));
  }

  std::string script;
  std::string script_hash;
  std::string style_hash;
};

}  // namespace

std::string render_html(const Report& report, const RenderOptions& options) {
  static const FixedParts kFixed;
  return fill_page(html_part("report.html"), [&](std::string_view name) -> std::string {
    if (name == "version") return html_escape(kVersion);
    if (name == "style") return std::string(html_part("report.css"));
    if (name == "style-hash") return kFixed.style_hash;
    if (name == "script") return kFixed.script;
    if (name == "script-hash") return kFixed.script_hash;
    if (name == "rules") return rule_pages_html(report, options);
    DH_CHECK(name == "data", "report.html has the unknown placeholder {}", name);
    return html_data(report, options);
  });
}

}  // namespace dh
