#include "erlang/syntax/preprocessor.h"

#include <fmt/format.h>

#include <algorithm>

#include "erlang/syntax/condition.h"

namespace dh::erlang {

namespace {

constexpr size_t kDeepestInclude = 16;
constexpr size_t kMaxIncludes = 5000;  // of one module: files that include each other in a tree
constexpr size_t kMaxFilesOfModule = UINT16_MAX - 1;

}  // namespace

Preprocessor::Preprocessor(std::shared_ptr<const TokenizedFile> file, const PreprocessorOptions& options,
                           IncludeSearch& search, Module& module, SharedInterner& names,
                           Diagnostics& diagnostics)
    : options_(options),
      search_(search),
      module_(module),
      names_(names),
      diagnostics_(diagnostics),
      macros_(names),
      module_path_(module.path) {
  enter(std::move(file), module.path, options.source_name.empty() ? module.path : options.source_name);
  predefine();
}

void Preprocessor::report(Severity severity, const TreePlace& place, std::string message) {
  if (severity == Severity::error) module_.incomplete = true;
  diagnostics_.push_back({severity, module_.place(place), std::move(message)});
}

void Preprocessor::report_once(Severity severity, const TreePlace& place, std::string message) {
  if (reported_.insert(message).second) report(severity, place, std::move(message));
}

uint16_t Preprocessor::add_file(const std::string& name, const std::string& path) {
  for (size_t i = 0; i < module_.files.size(); ++i) {
    if (module_.files[i].name == name && module_.files[i].path == path) return static_cast<uint16_t>(i);
  }
  if (module_.files.size() < kMaxFilesOfModule) module_.files.push_back({name, path});
  return static_cast<uint16_t>(module_.files.size() - 1);
}

void Preprocessor::enter(std::shared_ptr<const TokenizedFile> source, const std::string& path,
                         const std::string& name) {
  File file;
  file.source = std::move(source);
  file.path = path;
  file.index = add_file(name, path);
  file.conditions = conditions_.size();
  files_.push_back(std::move(file));
}

void Preprocessor::leave() {
  const File& file = files_.back();
  while (conditions_.size() > file.conditions) {
    report(Severity::error, conditions_.back().place, "this condition has no `-endif`");
    conditions_.pop_back();
  }
  files_.pop_back();
  if (!files_.empty()) set_file_macro({});
}

void Preprocessor::fix(Token& token, const File& file) const {
  token.place.file = file.index;
  if (file.shift == 0) return;
  auto shifted = [&](uint32_t line) {
    return static_cast<uint32_t>(std::clamp<int64_t>(line + file.shift, 0, INT32_MAX));
  };
  token.place.line = shifted(token.place.line);
  token.place.end_line = shifted(token.place.end_line);
}

// Reports what the tokenizer found up to a place; whether there was anything.
bool Preprocessor::report_token_errors(File& file, const TreePlace& until, bool quiet) {
  bool any = false;
  const auto& errors = file.source->errors;
  auto before = [&](const TreePlace& place) {
    return until.line == 0 || std::pair(place.line, place.column) <= std::pair(until.line, until.column);
  };
  for (; file.next_error < errors.size() && before(errors[file.next_error].place); ++file.next_error) {
    any = true;
    Token token;
    token.place = errors[file.next_error].place;
    fix(token, file);
    if (!quiet) report(Severity::error, token.place, errors[file.next_error].message);
  }
  return any;
}

// The next form of the innermost file that goes on; false at the end of all. The form is empty when it was
// skipped or damaged.
bool Preprocessor::raw_form(FormTokens& form) {
  form.tokens.clear();
  while (!files_.empty()) {
    File& file = files_.back();
    const std::vector<Token>& tokens = file.source->tokens;
    if (file.at >= tokens.size()) {
      report_token_errors(file, {}, !active());
      leave();
      continue;
    }
    size_t from = file.at;
    size_t dot = from;
    while (dot < tokens.size() && !tokens[dot].is(Tok::dot)) ++dot;
    bool complete = dot < tokens.size();
    file.at = complete ? dot + 1 : dot;
    const Token& last = complete ? tokens[dot] : tokens.back();
    bool damaged = report_token_errors(file, complete ? last.place : TreePlace(), !active());
    // Inside a condition that is false only the next condition matters.
    bool is_directive = tokens[from].is(Tok::minus) && from + 1 < tokens.size() &&
                        (tokens[from + 1].is(Tok::atom) || tokens[from + 1].is(Tok::kw_if));
    if (!active() && !is_directive) return true;
    form.tokens.assign(tokens.begin() + static_cast<ptrdiff_t>(from),
                       tokens.begin() + static_cast<ptrdiff_t>(dot));
    for (Token& token : form.tokens) fix(token, file);
    Token end = last;
    fix(end, file);
    form.end = end.place;
    if (!complete && active() && !damaged) {
      report(Severity::error, form.tokens[0].place,
             "the file ends in the middle of this form: its `.` is missing");
      damaged = true;
    }
    if (damaged) form.tokens.clear();
    return true;
  }
  return false;
}

std::optional<FormTokens> Preprocessor::next() {
  FormTokens form;
  while (raw_form(form)) {
    if (form.tokens.empty() || directive(form)) continue;
    if (!active()) continue;
    form_ = &form.tokens;
    function_.reset();
    std::vector<Token> expanded = form.tokens;
    bool whole = expand(expanded);
    form_ = nullptr;
    if (!whole || expanded.empty()) continue;
    form.tokens = std::move(expanded);
    note_module(form);
    return form;
  }
  return std::nullopt;
}

bool Preprocessor::directive(const FormTokens& form) {
  const std::vector<Token>& t = form.tokens;
  if (t.size() < 2 || !t[0].is(Tok::minus)) return false;
  std::string_view name;
  if (t[1].is(Tok::kw_if)) {
    name = "if";
  } else if (t[1].is(Tok::atom)) {
    name = names_.text(t[1].name);
  } else {
    return false;
  }
  if (conditional(name, form)) return true;
  if (!active()) return true;
  if (name == "define") {
    define(form);
  } else if (name == "undef") {
    if (auto macro = single_name(form)) macros_.undefine(*macro);
  } else if (name == "include" || name == "include_lib") {
    include(form, name == "include_lib");
  } else if (name == "file") {
    set_file(form);
  } else if (name == "feature") {
    feature(form);
  } else if (name == "error") {
    report(Severity::warning, t[1].place, "reached an `-error` directive");
  } else if (name != "warning") {
    return false;
  }
  return true;
}

bool Preprocessor::conditional(std::string_view name, const FormTokens& form) {
  const Token& where = form.tokens[1];
  if (name == "ifdef" || name == "ifndef" || name == "if") {
    Condition condition;
    condition.place = where.place;
    if (!active()) {
      condition.settled = true;
    } else {
      bool holds = false;
      if (name == "if") {
        holds = evaluate(form);
      } else if (auto macro = single_name(form)) {
        holds = macros_.defined(*macro) == (name == "ifdef");
      }
      condition.active = condition.settled = holds;
    }
    conditions_.push_back(condition);
    return true;
  }
  if (name != "else" && name != "elif" && name != "endif") return false;
  size_t open = files_.empty() ? 0 : files_.back().conditions;
  if (conditions_.size() <= open) {
    report(Severity::error, where.place, fmt::format("`-{}` without a condition before it", name));
    return true;
  }
  if (name == "endif") {
    conditions_.pop_back();
    return true;
  }
  Condition& condition = conditions_.back();
  if (condition.has_else) {
    report(Severity::error, where.place, fmt::format("`-{}` after `-else`", name));
  }
  bool was_settled = condition.settled;
  condition.active = false;
  condition.has_else = condition.has_else || name == "else";
  if (was_settled) return true;
  bool holds = name == "else" || evaluate(form);
  condition.active = condition.settled = holds;
  return true;
}

void Preprocessor::bad_directive(const FormTokens& form, std::string_view name) {
  report(Severity::error, form.tokens[1].place, fmt::format("a malformed `-{}`", name));
}

// (NAME)
std::optional<Symbol> Preprocessor::single_name(const FormTokens& form) {
  const std::vector<Token>& t = form.tokens;
  if (t.size() == 5 && t[2].is(Tok::open) && (t[3].is(Tok::atom) || t[3].is(Tok::variable)) &&
      t[4].is(Tok::close)) {
    return t[3].name;
  }
  bad_directive(form, names_.text(t[1].name));
  return std::nullopt;
}

bool Preprocessor::evaluate(const FormTokens& form) {
  std::vector<Token> tokens(form.tokens.begin() + 2, form.tokens.end());
  if (!expand(tokens)) return false;
  Module scratch;
  Parser parser(tokens, form.end, scratch, names_);
  const Expr* condition = parser.whole_expression();
  if (parser.failed()) {
    report(Severity::error, parser.error().place, parser.error().message);
    return false;
  }
  return condition_holds(*condition, names_, [this](Symbol name) { return macros_.defined(name); });
}

// (NAME, Body) or (NAME(Parameters), Body)
void Preprocessor::define(const FormTokens& form) {
  const std::vector<Token>& t = form.tokens;
  bool named = t.size() > 4 && t[2].is(Tok::open) && (t[3].is(Tok::atom) || t[3].is(Tok::variable));
  if (!named || !t.back().is(Tok::close)) return bad_directive(form, "define");
  Macro macro;
  size_t at = 4;
  if (t[at].is(Tok::open)) {
    ++at;
    macro.arity = 0;
    while (at < t.size() && t[at].is(Tok::variable)) {
      macro.parameters.push_back(t[at++].name);
      ++macro.arity;
      if (at >= t.size() || !t[at].is(Tok::comma)) break;
      ++at;
    }
    if (at >= t.size() || !t[at].is(Tok::close)) return bad_directive(form, "define");
    ++at;
  }
  if (at >= t.size() || !t[at].is(Tok::comma)) return bad_directive(form, "define");
  macro.body.assign(t.begin() + static_cast<ptrdiff_t>(at) + 1, t.end() - 1);
  macros_.define(t[3].name, std::move(macro));
}

void Preprocessor::include(const FormTokens& form, bool library) {
  std::vector<Token> t = form.tokens;
  if (!expand(t)) return;
  std::string name;
  size_t at = 3;
  for (; at < t.size() && t[at].is(Tok::string); ++at) name += names_.text(t[at].name);
  if (t.size() < 5 || !t[2].is(Tok::open) || at + 1 != t.size() || !t[at].is(Tok::close) || at == 3) {
    return bad_directive(form, library ? "include_lib" : "include");
  }
  const TreePlace& place = t[3].place;
  if (files_.size() > kDeepestInclude) {
    return report_once(Severity::error, place,
                       fmt::format("files are included more than {} deep", kDeepestInclude));
  }
  if (++includes_ > kMaxIncludes) {
    return report_once(Severity::error, place, fmt::format("more than {} files are included", kMaxIncludes));
  }
  const std::string& includer = files_.back().path;
  std::optional<Header> header = library ? search_.include_lib(name, includer, module_path_)
                                         : search_.include(name, includer, module_path_);
  if (!header) {
    include_missing_ = true;
    return report(Severity::warning, place,
                  fmt::format("cannot find `{}` below the root of the check; add its folder with -I", name));
  }
  enter(header->tokens, header->path, header->path);
  set_file_macro(place);
}

// ("name", Line): the line of the directive gets that number.
void Preprocessor::set_file(const FormTokens& form) {
  std::vector<Token> t = form.tokens;
  if (!expand(t)) return;
  if (t.size() != 7 || !t[3].is(Tok::string) || !t[5].is(Tok::integer)) return bad_directive(form, "file");
  File& file = files_.back();
  std::string name(names_.text(t[3].name));
  file.index = add_file(name, search_.named_file(name, file.path));
  int64_t physical = static_cast<int64_t>(form.tokens[1].place.line) - file.shift;
  file.shift = std::clamp<int64_t>(t[5].integer, 0, INT32_MAX) - physical;
  set_file_macro(t[3].place);
}

// (Name, enable | disable)
void Preprocessor::feature(const FormTokens& form) {
  const std::vector<Token>& t = form.tokens;
  if (t.size() != 7 || !t[3].is(Tok::atom) || !t[5].is(Tok::atom)) return bad_directive(form, "feature");
  if (names_.text(t[5].name) == "enable") {
    features_.insert(t[3].name);
  } else {
    features_.erase(t[3].name);
  }
}

}  // namespace dh::erlang
