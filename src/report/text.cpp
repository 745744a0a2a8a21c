// The report for people at a terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/display.h"
#include "report/excerpt.h"
#include "report/report.h"
#include "report/words.h"

namespace dh {

namespace {

// Hundreds of places do not make a finding easier to understand.
constexpr size_t kMaxLabels = 24;
constexpr size_t kMaxFrames = 24;
constexpr size_t kMaxSteps = 60;

std::vector<Label> labels_of(const Finding& finding) {
  std::vector<Label> labels;
  auto add = [&](const Place& place, const std::string& text) {
    if (!place.known()) return;
    for (const Label& label : labels) {
      if (label.place == place && label.text == text) return;
    }
    labels.push_back({place, text, place == finding.place});
  };
  bool first_is_primary = !finding.accesses.empty() && finding.accesses.front().place == finding.place;
  if (!first_is_primary) add(finding.place, shared_text(finding.shared));
  for (const Access& access : finding.accesses) add(access.place, access_sentence(finding, access));
  for (const RelatedPlace& related : finding.related) add(related.place, related.message);
  return labels;
}

class FindingWriter {
 public:
  FindingWriter(const Finding& finding, const RenderOptions& options)
      : finding_(finding), options_(options), paint_{options.color} {}

  std::string write() {
    Style style = style_of(finding_.level);
    out_ += paint_(style, fmt::format("{}[{}]", level_name(finding_.level), options_.rule(finding_.rule).id));
    out_ += paint_(Style::bold, fmt::format(": {}", clean_line(finding_.message))) + "\n";

    std::vector<Label> labels = labels_of(finding_);
    size_t all = labels.size();
    if (all > kMaxLabels) labels.resize(kMaxLabels);
    gutter_ = gutter_width(labels);
    out_ += render_excerpts(labels, options_.sources, {paint_, style, options_.width, gutter_});
    if (all > 0) out_ += fmt::format("{} {}\n", std::string(gutter_, ' '), paint_(Style::gutter, "|"));
    if (all > labels.size()) note("and", fmt::format("{} more places", all - labels.size()));

    write_accesses();
    if (finding_.witness) write_witness(*finding_.witness);
    if (!finding_.hint.empty()) note("help", finding_.hint);
    write_confidence();
    return std::move(out_);
  }

 private:
  // "   = word: text", with further lines indented below.
  void note(std::string_view word, std::string_view text) {
    out_ += fmt::format("{} {} {} ", std::string(gutter_, ' '), paint_(Style::gutter, "="),
                        paint_(Style::bold, fmt::format("{}:", word)));
    std::string clean = clean_text(text);
    for (size_t at = clean.find('\n'); at != std::string::npos; at = clean.find('\n', at + 1)) {
      clean.insert(at + 1, std::string(gutter_ + 5, ' '));
    }
    out_ += clean + "\n";
  }

  void indented(std::string_view text) {
    out_ += fmt::format("{}{}\n", std::string(gutter_ + 5, ' '), clean_line(text));
  }

  // What the labels in the excerpt do not say: locks and stacks.
  void write_accesses() {
    for (const Access& access : finding_.accesses) {
      std::string locks = locks_sentence(finding_, access);
      if (locks.empty() && access.stack.empty()) continue;
      std::string text = access_sentence(finding_, access);
      if (!locks.empty()) text += ", " + locks;
      note(access_kind_name(access.kind), text);
      if (access.stack.empty()) {
        std::string where = access.symbol.empty() ? "" : fmt::format("in {} ", access.symbol);
        if (access.place.known()) where += fmt::format("at {}", access.place.text());
        if (!where.empty()) indented(where);
      }
      write_stack(access.stack);
    }
  }

  void write_stack(const std::vector<Frame>& stack) {
    for (size_t i = 0; i < std::min(stack.size(), kMaxFrames); ++i) {
      const Frame& frame = stack[i];
      std::string text = fmt::format("{} {}", i == 0 ? "in" : "called from", frame.function);
      if (frame.place.known()) text += fmt::format(" at {}", frame.place.text());
      if (!frame.note.empty()) text += fmt::format(" ({})", frame.note);
      indented(text);
    }
    if (stack.size() > kMaxFrames) indented(fmt::format("... {} more", stack.size() - kMaxFrames));
  }

  void write_witness(const Witness& witness) {
    note("witness", witness.summary);
    if (std::string values = witness_values(witness); !values.empty()) indented("with " + values);
    size_t shown = std::min(witness.steps.size(), kMaxSteps);
    for (size_t i = 0; i < shown; ++i) indented(fmt::format("{}. {}", i + 1, witness.steps[i]));
    if (shown < witness.steps.size()) indented(fmt::format("... {} more", witness.steps.size() - shown));
  }

  void write_confidence() {
    const Confidence& confidence = finding_.confidence;
    if (options_.explain_confidence) return explain_confidence();
    if (confidence.is_plainly_certain()) return;
    note("confidence", fmt::format("{}: {}", confidence.value(), reasons_text(confidence)));
  }

  // One line for each factor: its weight, its reason, and its name in deadheat.toml.
  void explain_confidence() {
    note("confidence", fmt::format("{}, the sum of", finding_.confidence.value()));
    for (const AppliedFactor& factor : finding_.confidence.factors()) {
      indented(fmt::format("{:+4} {} ({})", factor.weight, factor.text(), factor.factor->id));
    }
  }

  const Finding& finding_;
  const RenderOptions& options_;
  Painter paint_;
  size_t gutter_ = 2;
  std::string out_;
};

std::string summary_text(const Report& report, const RenderOptions& options) {
  const Summary& summary = report.summary;
  LevelCounts counts = count_levels(report.findings);
  Style style = counts.errors > 0 ? Style::error : counts.warnings > 0 ? Style::warning : Style::bold;
  Painter paint{options.color};
  const bool found_nothing_yet = report.findings.empty() && summary.incomplete > 0;
  std::string out =
      found_nothing_yet ? "nothing found in what was analysed" : paint(style, counts_text(counts));
  if (!summary.files.empty()) out += "; " + counted(file_count(summary), "file");
  if (options.show_time) out += fmt::format(" in {:.2f} s", summary.seconds);
  if (summary.incomplete > 0) out += "; " + paint(Style::warning, incomplete_text(summary));
  out += '\n';
  for (const std::string& total : summary.totals) out += clean_line(total) + '\n';
  if (!summary.configurations.empty()) out += configuration_text(summary.configurations) + '\n';
  if (std::vector<std::string> hidden = hidden_texts(summary); !hidden.empty()) {
    out += fmt::format("not shown: {}\n", fmt::join(hidden, ", "));
  }
  if (summary.interrupted) {
    out += paint(Style::warning, "interrupted: the findings above are incomplete") + "\n";
  }
  return out;
}

}  // namespace

std::string render_text(const Report& report, const RenderOptions& options) {
  std::string out;
  for (const Finding& finding : report.findings) out += FindingWriter(finding, options).write() + "\n";
  return options.show_summary ? out + summary_text(report, options) : out;
}

std::string render_diagnostics_text(const Diagnostics& diagnostics, const RenderOptions& options) {
  Painter paint{options.color};
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    Style style = style_of(diagnostic.severity);
    out += paint(style, severity_name(diagnostic.severity));
    out += paint(Style::bold, ": " + clean_line(diagnostic.message)) + "\n";
    if (!diagnostic.place.known()) continue;
    std::vector<Label> labels = {{diagnostic.place, "", true}};
    size_t gutter = gutter_width(labels);
    bool excerpt = diagnostic.place.line > 0 && options.sources != nullptr &&
                   options.sources->line(diagnostic.place.path, diagnostic.place.line).has_value();
    if (excerpt) {
      out += render_excerpts(labels, options.sources, {paint, style, options.width, gutter});
    } else {
      out += fmt::format("  {} {}\n", paint(Style::gutter, "-->"), clean_line(diagnostic.place.text()));
    }
  }
  return out;
}

std::string render_stats_text(const Stats& stats) {
  std::string out;
  size_t width = 5;
  for (const CheckSink::PhaseTime& phase : stats.phases) width = std::max(width, phase.name.size());
  for (const auto& [name, count] : stats.counts) width = std::max(width, name.size());
  auto mebibytes = [](int64_t bytes) { return static_cast<double>(bytes) / (1024.0 * 1024.0); };
  for (const CheckSink::PhaseTime& phase : stats.phases) {
    out += fmt::format("{:<{}}  {:>9.3f} s  {:>8.1f} MiB\n", phase.name, width, phase.seconds,
                       mebibytes(phase.peak_bytes));
  }
  out += fmt::format("{:<{}}  {:>9.3f} s  {:>8.1f} MiB\n", "total", width, stats.seconds,
                     mebibytes(stats.peak_bytes));
  for (const auto& [name, count] : stats.counts) out += fmt::format("{:<{}}  {:>9}\n", name, width, count);
  out += configuration_text(stats.configurations) + '\n';
  return out;
}

}  // namespace dh
