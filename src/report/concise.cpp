// One line a finding, for editors, scripts and people who know the rules.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/display.h"
#include "report/paint.h"
#include "report/report.h"
#include "report/words.h"

namespace dh {

std::string render_concise(const Report& report, const RenderOptions& options) {
  Painter paint{options.color};
  std::string out;
  for (const Finding& finding : report.findings) {
    const std::string place = clean_line(finding.place.text());
    const std::string level = fmt::format("{}[{}]", level_name(finding.level), options.rule(finding.rule).id);
    out += fmt::format("{}: {}: {}\n", paint(Style::bold, place), paint(style_of(finding.level), level),
                       clean_line(finding.message));
  }
  if (!options.show_summary) return out;
  out += summary_line(report) + "\n";
  if (const std::string counts = rule_counts_text(report, options); !counts.empty()) out += counts + "\n";
  if (const std::vector<std::string> hidden = hidden_texts(report.summary); !hidden.empty()) {
    out += fmt::format("not shown: {}\n", fmt::join(hidden, ", "));
  }
  return out;
}

}  // namespace dh
