#include <fmt/format.h>

#include <algorithm>

#include "erlang/syntax/preprocessor.h"

namespace dh::erlang {

namespace {

// Tokens that one form may expand to, arguments that are read again included: macros that double what they
// are given reach it quickly; hand-written ones never do.
constexpr size_t kMaxExpanded = 4'000'000;

Token make(Tok kind, Symbol name = Symbol()) {
  Token token;
  token.kind = kind;
  token.name = name;
  return token;
}

}  // namespace

void Preprocessor::set_macro(std::string_view name, Token token) {
  Macro macro;
  macro.body.push_back(token);
  macros_.define(names_.intern(name), std::move(macro));
}

void Preprocessor::predefine() {
  set_macro("MACHINE", make(Tok::atom, names_.intern("BEAM")));
  set_macro("BEAM", make(Tok::atom, names_.intern("true")));
  Token release = make(Tok::integer);
  release.integer = options_.otp_release;
  set_macro("OTP_RELEASE", release);
  // These have values that depend on where they are used: built_in() knows them.
  for (std::string_view name : {"LINE", "FUNCTION_NAME", "FUNCTION_ARITY"})
    set_macro(name, make(Tok::integer));
  for (std::string_view name : {"FEATURE_AVAILABLE", "FEATURE_ENABLED"}) {
    Macro macro;
    macro.arity = 1;
    macros_.define(names_.intern(name), std::move(macro));
  }
  set_file_macro({});
  for (const std::string& text : options_.defines) {
    size_t equals = std::min(text.find('='), text.size());
    Macro macro;
    if (equals < text.size()) {
      macro.body = tokenize(std::string_view(text).substr(equals + 1), names_).tokens;
      std::erase_if(macro.body, [](const Token& token) { return token.is(Tok::dot); });
    } else {
      macro.body.push_back(make(Tok::atom, names_.intern("true")));
    }
    macros_.define(names_.intern(std::string_view(text).substr(0, equals)), std::move(macro));
  }
}

void Preprocessor::set_file_macro(const TreePlace& place) {
  Token token = make(Tok::string, names_.intern(module_.files[files_.back().index].name));
  token.place = place;
  set_macro("FILE", token);
}

// -module(name) gives ?MODULE its value.
void Preprocessor::note_module(const FormTokens& form) {
  const std::vector<Token>& t = form.tokens;
  if (t.size() < 5 || !t[0].is(Tok::minus) || !t[1].is(Tok::atom) || !t[2].is(Tok::open) ||
      !t[3].is(Tok::atom))
    return;
  if (names_.text(t[1].name) != "module") return;
  set_macro("MODULE", t[3]);
  Token string = t[3];
  string.kind = Tok::string;
  set_macro("MODULE_STRING", string);
}

// Replaces the macros in the tokens. False when the form is beyond repair, which is reported.
bool Preprocessor::expand(std::vector<Token>& tokens) {
  if (std::none_of(tokens.begin(), tokens.end(), [](const Token& t) { return t.is(Tok::question); }))
    return true;
  if (!looking_for_function_) budget_ = kMaxExpanded;
  std::vector<Token> pending(tokens.rbegin(), tokens.rend());  // the next token is the last
  std::vector<Token> out;
  out.reserve(tokens.size());
  while (!pending.empty()) {
    if (pending.back().is(Tok::question)) {
      if (!expand_one(pending, out)) return false;
      continue;
    }
    out.push_back(pending.back());
    pending.pop_back();
  }
  tokens = std::move(out);
  return true;
}

bool Preprocessor::expand_one(std::vector<Token>& pending, std::vector<Token>& out) {
  Token question = pending.back();
  pending.pop_back();
  if (pending.empty() || (!pending.back().is(Tok::atom) && !pending.back().is(Tok::variable))) {
    report(Severity::error, question.place, "expected the name of a macro after `?`");
    return false;
  }
  Token name = pending.back();
  pending.pop_back();
  if (auto value = built_in(name)) {
    out.push_back(*value);
    return true;
  }
  Token end = make(Tok::dot);
  auto token_at = [&](size_t i) -> const Token& {
    return i < pending.size() ? pending[pending.size() - 1 - i] : end;
  };
  auto arguments = macro_arguments(token_at, names_);
  int count = arguments ? static_cast<int>(arguments->values.size()) : kNoArguments;
  Macro* macro = macros_.find(name.name, count);
  std::string_view text = names_.text(name.name);
  if (macro == nullptr) {
    unknown_macro(name,
                  macros_.defined(name.name)
                      ? fmt::format("macro ?{} is not defined for these arguments", text)
                      : fmt::format("macro ?{} is not defined", text),
                  out);
    return true;
  }
  if (macros_.circular(*macro)) {
    unknown_macro(name, fmt::format("macro ?{} is defined in terms of itself", text), out);
    return true;
  }
  bool takes_arguments = macro->arity != kNoArguments;
  if (takes_arguments && (text == "FEATURE_AVAILABLE" || text == "FEATURE_ENABLED")) {
    bool enabled = text == "FEATURE_AVAILABLE" ||
                   (!arguments->values[0].empty() && features_.contains(arguments->values[0][0].name));
    Token answer = make(Tok::atom, names_.intern(enabled ? "true" : "false"));
    answer.place = name.place;
    pending.resize(pending.size() - arguments->next);
    out.push_back(answer);
    return true;
  }
  std::vector<Token> body =
      substitute(*macro, takes_arguments ? *arguments : MacroArguments(), name.place, names_);
  size_t cost = 1 + body.size() + (arguments ? arguments->next : 0);
  if (cost > budget_) {
    report(Severity::error, name.place,
           fmt::format("macro ?{} expands to more than {} tokens", text, kMaxExpanded));
    return false;
  }
  budget_ -= cost;
  if (takes_arguments) pending.resize(pending.size() - arguments->next);
  pending.insert(pending.end(), body.rbegin(), body.rend());
  return true;
}

std::optional<Token> Preprocessor::built_in(const Token& name) {
  if (!name.is(Tok::variable)) return std::nullopt;
  std::string_view text = names_.text(name.name);
  Token result = name;
  if (text == "LINE") {
    result.kind = Tok::integer;
    result.integer = name.place.line;
    return result;
  }
  if (text != "FUNCTION_NAME" && text != "FUNCTION_ARITY") return std::nullopt;
  if (!function_ && !looking_for_function_) find_function();
  if (text == "FUNCTION_NAME") {
    result.kind = Tok::atom;
    result.name = function_ ? function_->first : names_.intern("_");
  } else {
    result.kind = Tok::integer;
    result.integer = function_ ? function_->second : 0;
  }
  return result;
}

// The name and arity at the head of the form, its other macros expanded.
void Preprocessor::find_function() {
  if (form_ == nullptr) return;
  std::vector<Token> tokens = *form_;
  looking_for_function_ = true;
  size_t diagnostics = diagnostics_.size();
  bool whole = expand(tokens);
  diagnostics_.resize(diagnostics);  // the real expansion reports the same
  looking_for_function_ = false;
  if (!whole || tokens.size() < 2 || !tokens[0].is(Tok::atom)) return;
  Token end = make(Tok::dot);
  auto arguments = macro_arguments(
      [&](size_t i) -> const Token& { return i + 1 < tokens.size() ? tokens[i + 1] : end; }, names_);
  if (arguments) function_ = {tokens[0].name, static_cast<int64_t>(arguments->values.size())};
}

// The form is kept: with '?NAME', an atom that is equal to itself, what surrounds the macro can be analysed.
void Preprocessor::unknown_macro(const Token& name, std::string message, std::vector<Token>& out) {
  Token atom = make(Tok::atom, names_.intern(fmt::format("?{}", names_.text(name.name))));
  atom.place = name.place;
  atom.quoted = true;
  out.push_back(atom);
  if (looking_for_function_) return;  // the final expansion will report it
  // A missing header has been reported already; its missing macros are not reported again.
  report_once(include_missing_ ? Severity::note : Severity::warning, name.place, std::move(message));
}

}  // namespace dh::erlang
