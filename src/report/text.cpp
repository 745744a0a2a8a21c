// The report for people at a terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/display.h"
#include "report/excerpt.h"
#include "report/fix_diff.h"
#include "report/report.h"
#include "report/words.h"
#include "report/wrap.h"

namespace dh {

namespace {

// Hundreds of places do not make a finding easier to understand; --full shows more.
struct Limits {
  size_t labels;
  size_t frames;
  size_t steps;
};
constexpr Limits kBrief = {8, 3, 8};
constexpr Limits kFull = {200, 1000, 1000};

// "thread 1 writes A[i + 1], holding lock a".
std::string label_text(const Finding& finding, const Access& access) {
  const std::string locks = locks_sentence(finding, access);
  return access_sentence(finding, access) + (locks.empty() ? "" : ", " + locks);
}

// The enclosing function, unless the label names it anyway.
std::string symbol_beside(const std::string& text, const Access& access) {
  return text.find(access.symbol) == std::string::npos ? access.symbol : "";
}

std::vector<Label> labels_of(const Finding& finding) {
  std::vector<Label> labels;
  auto add = [&](const Place& place, const std::string& text, const std::string& symbol) {
    if (!place.known()) return;
    for (const Label& label : labels) {
      if (label.place == place && label.text == text) return;
    }
    labels.push_back({place, text, place == finding.place, symbol});
  };
  bool first_is_primary = !finding.accesses.empty() && finding.accesses.front().place == finding.place;
  if (!first_is_primary) add(finding.place, shared_text(finding.shared), "");
  for (const Access& access : finding.accesses) {
    const std::string text = label_text(finding, access);
    add(access.place, text, symbol_beside(text, access));
  }
  for (const RelatedPlace& related : finding.related) add(related.place, related.message, "");
  return labels;
}

// The frames of a stack that matter: where a thread starts, and the nearest callers of the access. The
// innermost frame is the access itself, which the excerpt shows.
std::vector<const Frame*> frames_that_matter(const std::vector<Frame>& stack, size_t limit) {
  std::vector<const Frame*> frames;
  for (size_t i = 1; i < stack.size(); ++i) {
    if (frames.size() < limit || !stack[i].note.empty()) frames.push_back(&stack[i]);
  }
  return frames;
}

class FindingWriter {
 public:
  FindingWriter(const Finding& finding, const RenderOptions& options)
      : finding_(finding), options_(options), limits_(options.full ? kFull : kBrief), paint_{options.color} {}

  // The excerpt, then what goes wrong, then the fix; each fact once.
  std::string write() {
    Style style = style_of(finding_.level);
    const std::string head =
        fmt::format("{}[{}]", level_name(finding_.level), options_.rule(finding_.rule).id);
    const std::string title =
        wrap_text(": " + clean_line(finding_.message), options_.width, display_width(head), 4);
    out_ += paint_(style, head) + paint_(Style::bold, title) + "\n";

    std::vector<Label> labels = labels_of(finding_);
    size_t all = labels.size();
    if (all > limits_.labels) labels.resize(limits_.labels);
    gutter_ = gutter_width(labels);
    out_ += render_excerpts(labels, options_.sources, {paint_, style, options_.width, gutter_});
    if (all > 0) out_ += fmt::format("{} {}\n", std::string(gutter_, ' '), paint_(Style::gutter, "|"));
    if (all > labels.size())
      note("and", counted(all - labels.size(), "more place") + (options_.full ? "" : " (--full)"));

    write_accesses();
    if (finding_.witness) write_witness(*finding_.witness);
    if (!finding_.hint.empty()) note("help", finding_.hint);
    if (finding_.fix) write_fix(*finding_.fix);
    write_confidence();
    return std::move(out_);
  }

 private:
  // "   = word: text", with further lines indented below.
  void note(std::string_view word, std::string_view text) {
    out_ += fmt::format("{} {} {} ", std::string(gutter_, ' '), paint_(Style::gutter, "="),
                        paint_(Style::bold, fmt::format("{}:", word)));
    const size_t begin = gutter_ + 5 + display_width(word);
    out_ += wrap_text(clean_text(text), options_.width, begin, gutter_ + 5) + "\n";
  }

  void indented(std::string_view text) {
    const size_t indent = gutter_ + 5;
    out_ += std::string(indent, ' ');
    out_ += wrap_text(clean_line(text), options_.width, indent, indent + 3) + "\n";
  }

  // What the labels in the excerpt do not say: accesses without a place, and how the program gets there.
  void write_accesses() {
    for (size_t i = 0; i < finding_.accesses.size(); ++i) {
      const Access& access = finding_.accesses[i];
      const bool has_callers = access.stack.size() > 1;
      if (access.place.known() && !has_callers) continue;
      const auto is_same = [&](const Access& other) {
        return other.place == access.place && other.stack == access.stack && other.thread == access.thread;
      };
      const auto end = finding_.accesses.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(finding_.accesses.begin(), end, is_same)) continue;
      note(access_kind_name(access.kind), label_text(finding_, access));
      write_inner_frame(access);
      write_stack(access.stack);
    }
  }

  // An access in the body of an instruction has its place at the call: the body is the innermost frame.
  void write_inner_frame(const Access& access) {
    const auto is_place = [&](const Frame& frame) { return frame.place == access.place; };
    if (access.stack.empty() || is_place(access.stack.front())) return;
    if (std::none_of(access.stack.begin(), access.stack.end(), is_place)) return;
    const Frame& inner = access.stack.front();
    indented(fmt::format("in {} at {}", inner.function, inner.place.text()));
  }

  void write_stack(const std::vector<Frame>& stack) {
    const std::vector<const Frame*> frames = frames_that_matter(stack, limits_.frames);
    for (const Frame* frame : frames) {
      std::string text = fmt::format("called from {}", frame->function);
      if (frame->place.known()) text += fmt::format(" at {}", frame->place.text());
      if (!frame->note.empty()) text += fmt::format(" ({})", frame->note);
      indented(text);
    }
    if (stack.size() > frames.size() + 1)
      indented(counted(stack.size() - 1 - frames.size(), "more frame") + " (--full)");
  }

  void write_witness(const Witness& witness) {
    note("witness", witness.summary);
    if (std::string values = witness_values(witness); !values.empty()) indented("with " + values);
    size_t shown = std::min(witness.steps.size(), limits_.steps);
    for (size_t i = 0; i < shown; ++i) indented(fmt::format("{}. {}", i + 1, witness.steps[i]));
    if (shown < witness.steps.size())
      indented(counted(witness.steps.size() - shown, "more step") + " (--full)");
  }

  // The change as a diff, with the numbers of the old lines.
  void write_fix(const Fix& fix) {
    const std::vector<DiffLine> diff = diff_of(fix, options_.sources);
    if (diff.empty()) return;
    note("fix", fix.description + " (--fix applies it)");
    for (const DiffLine& line : diff) {
      const bool added = line.kind == DiffLine::Kind::added;
      out_ += paint_(Style::gutter, fmt::format("{:>{}} {}", line.line, gutter_, added ? "+" : "-"));
      out_ += paint_(added ? Style::note : Style::error, " " + clean_line(line.text)) + "\n";
    }
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
  const Limits& limits_;
  Painter paint_;
  size_t gutter_ = 2;
  std::string out_;
};

// How many findings each rule has, the most first, and where to read about them.
std::string rules_text(const Report& report, const RenderOptions& options) {
  std::vector<std::pair<size_t, const RuleInfo*>> rules;
  size_t width = 0;
  for (const RuleInfo& rule : options.rules) {
    const auto is_of_rule = [&](const Finding& finding) { return finding.rule == rule.rule; };
    const auto count = std::count_if(report.findings.begin(), report.findings.end(), is_of_rule);
    if (count == 0) continue;
    rules.emplace_back(static_cast<size_t>(count), &rule);
    width = std::max(width, rule.id.size());
  }
  if (rules.empty()) return {};
  std::stable_sort(rules.begin(), rules.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [count, rule] : rules)
    out += fmt::format("{:>6} {:<{}}  {}\n", count, rule->id, width, rule->title);
  return out + fmt::format("for more about a rule: deadheat explain {}\n", rules.front().second->id);
}

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
  out += rules_text(report, options);
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
