#include "erlang/syntax/tree_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/hash.h"

namespace dh::erlang {

namespace {

class Printer {
 public:
  Printer(const SharedInterner& names, const TreePrintOptions& options) : names_(names), options_(options) {}

  void expr(const Expr& e) {
    head(e);
    indent_ += 1;
    for (const Expr* child : e.children) expr(*child);
    clauses("clause", e.clauses());
    clauses("handler", e.handlers());
    body("after", e.after());
    indent_ -= 1;
  }

  void function(const Function& f) {
    line(fmt::format("function {}/{}", names_.text(f.id.name), f.id.arity), f.place);
    indent_ += 1;
    for (const Clause& clause : f.clauses) {
      numbers_.clear();
      clauses("clause", {&clause, 1});
    }
    indent_ -= 1;
  }

  void record(const RecordDefinition& r) {
    line(fmt::format("-record {}", names_.text(r.name)), r.place);
    indent_ += 1;
    for (const RecordField& field : r.fields) {
      line(fmt::format("{}{}", names_.text(field.name), field.otherwise == nullptr ? "" : " ="), field.place);
      indent_ += 1;
      if (field.otherwise != nullptr) expr(*field.otherwise);
      indent_ -= 1;
    }
    indent_ -= 1;
  }

  void sorted_lines(std::string_view label, std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    for (const std::string& text : texts) line(fmt::format("{} {}", label, text), {});
  }

  void attributes(const Module& m) {
    line(fmt::format("-module {}", m.name.valid() ? names_.text(m.name) : "?"), m.name_place);
    std::vector<std::string> texts;
    auto flush = [&](std::string_view label) { sorted_lines(label, std::exchange(texts, {})); };
    for (const FunctionName& f : m.exports) texts.push_back(text(f));
    flush("-export");
    for (const Import& i : m.imports)
      texts.push_back(fmt::format("{}:{}", names_.text(i.module), text(i.function)));
    flush("-import");
    for (Symbol b : m.behaviours) texts.emplace_back(names_.text(b));
    flush("-behaviour");
    for (const FunctionName& f : m.nowarn_functions) texts.push_back(text(f));
    flush("-nowarn");
    if (m.export_all) line("-export_all", {});
    if (m.nowarn_all) line("-nowarn_all", {});
  }

  std::string take() { return std::move(out_); }

 private:
  std::string text(const FunctionName& f) const { return fmt::format("{}/{}", names_.text(f.name), f.arity); }

  void line(std::string_view text, const TreePlace& place) {
    out_.append(2 * indent_, ' ');
    out_ += text;
    if (options_.places && place.line != 0) {
      fmt::format_to(std::back_inserter(out_), " @{}:{}", place.line, place.column);
    }
    out_ += '\n';
  }

  void head(const Expr& e) {
    std::string text(expr_kind_name(e.kind));
    if (e.is(ExprKind::unary_op) || e.is(ExprKind::binary_op)) text += fmt::format(" {}", op_name(e.op));
    if (e.name.valid()) text += name_text(e);
    switch (e.kind) {
      case ExprKind::integer:
      case ExprKind::character:
      case ExprKind::fun_local:
        text += fmt::format(" {}", e.integer);
        break;
      case ExprKind::floating:
        text += fmt::format(" {}", e.floating);
        break;
      default:
        break;
    }
    line(text, e.place);
  }

  std::string name_text(const Expr& e) {
    std::string_view name = names_.text(e.name);
    if (!options_.number_variables || !e.is(ExprKind::variable) || name == "_")
      return fmt::format(" '{}'", name);
    return fmt::format(" {}", numbers_.try_emplace(e.name, numbers_.size() + 1).first->second);
  }

  void body(std::string_view label, Exprs exprs) {
    if (exprs.empty()) return;
    line(label, {});
    indent_ += 1;
    for (const Expr* e : exprs) expr(*e);
    indent_ -= 1;
  }

  void clauses(std::string_view label, Clauses all) {
    for (const Clause& clause : all) {
      line(label, clause.place);
      indent_ += 1;
      for (const Expr* e : clause.patterns) expr(*e);
      for (const Exprs& tests : clause.guards) body("when", tests);
      body("do", clause.body);
      indent_ -= 1;
    }
  }

  const SharedInterner& names_;
  const TreePrintOptions& options_;
  std::string out_;
  size_t indent_ = 0;
  FlatMap<Symbol, size_t> numbers_;  // of variables
};

// The module as printed pieces that can be compared one by one: attributes, each record, each function.
struct Piece {
  std::string key;
  std::string text;
  friend auto operator<=>(const Piece&, const Piece&) = default;
};

std::vector<Piece> pieces(const Module& module, const SharedInterner& names,
                          const TreePrintOptions& options) {
  std::vector<Piece> result;
  Printer attributes(names, options);
  attributes.attributes(module);
  result.push_back({"the attributes", attributes.take()});
  for (const RecordDefinition& r : module.records) {
    Printer printer(names, options);
    printer.record(r);
    result.push_back({fmt::format("record {}", names.text(r.name)), printer.take()});
  }
  for (const Function& f : module.functions) {
    result.push_back(
        {fmt::format("function {}/{}", names.text(f.id.name), f.id.arity), tree_print(f, names, options)});
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string first_different_line(std::string_view a, std::string_view b) {
  for (int number = 1;; ++number) {
    std::string_view line_a = a.substr(0, a.find('\n'));
    std::string_view line_b = b.substr(0, b.find('\n'));
    if (line_a != line_b) {
      auto trimmed = [](std::string_view s) {
        return s.substr(std::min(s.find_first_not_of(' '), s.size()));
      };
      return fmt::format("line {}: `{}` or `{}`", number, trimmed(line_a), trimmed(line_b));
    }
    a.remove_prefix(std::min(line_a.size() + 1, a.size()));
    b.remove_prefix(std::min(line_b.size() + 1, b.size()));
    if (a.empty() && b.empty()) return {};
  }
}

}  // namespace

std::string tree_print(const Expr& expr, const SharedInterner& names, const TreePrintOptions& options) {
  Printer printer(names, options);
  printer.expr(expr);
  return printer.take();
}

std::string tree_print(const Function& function, const SharedInterner& names,
                       const TreePrintOptions& options) {
  Printer printer(names, options);
  printer.function(function);
  return printer.take();
}

std::string tree_print(const Module& module, const SharedInterner& names, const TreePrintOptions& options) {
  Printer printer(names, options);
  printer.attributes(module);
  for (const RecordDefinition& r : module.records) printer.record(r);
  for (const Function& f : module.functions) printer.function(f);
  return printer.take();
}

std::string tree_difference(const Module& a, const Module& b, const SharedInterner& names,
                            const TreePrintOptions& options) {
  std::vector<Piece> pieces_a = pieces(a, names, options);
  std::vector<Piece> pieces_b = pieces(b, names, options);
  size_t common = std::min(pieces_a.size(), pieces_b.size());
  for (size_t i = 0; i < common; ++i) {
    const Piece& pa = pieces_a[i];
    const Piece& pb = pieces_b[i];
    if (pa.key != pb.key) return fmt::format("{} is only in one of them", std::min(pa.key, pb.key));
    if (pa.text != pb.text)
      return fmt::format("{} differs, {}", pa.key, first_different_line(pa.text, pb.text));
  }
  if (pieces_a.size() == pieces_b.size()) return {};
  const Piece& extra = pieces_a.size() > common ? pieces_a[common] : pieces_b[common];
  return fmt::format("{} is only in one of them", extra.key);
}

}  // namespace dh::erlang
