#include "exo/syntax/bind_names.h"

#include <algorithm>

#include "exo/syntax/parse_expr.h"
#include "exo/syntax/parse_proc.h"

namespace dh::exo {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool opens(std::string_view op) {
  return op == "(" || op == "[" || op == "{";
}
bool closes(std::string_view op) {
  return op == ")" || op == "]" || op == "}";
}

bool is_augmented(std::string_view op) {
  return is_one_of(op, {"+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**="});
}

// Calls with which a program changes names that its syntax does not show.
bool changes_any_name(std::string_view word) {
  return is_one_of(word, {"exec", "eval", "globals", "locals", "__dict__", "__setattr__", "delattr"});
}

bool sets_attribute(std::string_view word) {
  return word == "setattr" || word == "patch";  // patch of unittest.mock
}

bool is_word(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The name at the end of the text, "N" of "x + N"; empty when there is none.
std::string_view last_word(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin);
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

// C text of a variable that exists once, not once a thread.
bool is_static_c(std::string_view text) {
  return has_word(text, "static") && !has_word(text, "_Thread_local") && !has_word(text, "thread_local") &&
         !has_word(text, "__thread");
}

bool is_compound(std::string_view word) {
  return is_one_of(word, {"if", "elif", "else", "for", "while", "try", "except", "finally", "with", "async"});
}

}  // namespace

uint32_t NameBinder::line_of(uint32_t token) const {
  return module_.file.place(tokens_.tokens[token].span).line;
}

uint32_t NameBinder::new_block(uint32_t parent, bool is_loop) {
  names_.blocks.push_back({parent, is_loop});
  return static_cast<uint32_t>(names_.blocks.size() - 1);
}

void NameBinder::start_line(uint32_t line) {
  while (!open_.empty() && tokens_.lines[line].indent <= open_.back().indent) open_.pop_back();
}

PythonBinding& NameBinder::add(uint32_t token, std::string_view name, BindingKind kind) {
  PythonBinding binding;
  binding.name = name;
  binding.kind = kind;
  binding.scope = scope();
  binding.block = block();
  binding.order = token;
  binding.line = line_of(token);
  const std::vector<std::string_view>& globals = names_.scopes[binding.scope].globals;
  if (std::find(globals.begin(), globals.end(), name) != globals.end()) {
    binding.scope = kModuleScope;
    binding.block = 0;
    binding.from_elsewhere = true;
  }
  names_.add(std::move(binding));
  return names_.bindings.back();
}

PythonBinding& NameBinder::bind(uint32_t line, std::string_view name, BindingKind kind) {
  return add(tokens_.lines[line].first, name, kind);
}

// --- definitions -----------------------------------------------------------------------------------------

void NameBinder::open_scope(uint32_t line, ScopeKind kind) {
  PythonScope inner;
  inner.kind = kind;
  inner.parent = scope();
  inner.outer_block = block();
  inner.order = order_of(line);
  inner.block = new_block(UINT32_MAX, false);
  names_.scopes.push_back(std::move(inner));
  uint32_t id = static_cast<uint32_t>(names_.scopes.size() - 1);
  open_.push_back({tokens_.lines[line].indent, id, names_.scopes[id].block});
}

void NameBinder::function(uint32_t line) {
  const Line& at = tokens_.lines[line];
  uint32_t first = at.first + (text(at.first) == "async" ? 1 : 0);
  note_special_words(at.first, at.last);
  if (first + 1 < at.last) add_other(first + 1);
  open_scope(line, ScopeKind::function);
  uint32_t colon = end_of_head(at.first, at.last);
  // Every name of the parameter list: annotations and defaults too, which only costs precision.
  for (uint32_t i = first + 2; i < colon; ++i) {
    if (is_name(i)) add_other(i);
  }
  suite_on_line(colon, at.last);
}

// def f(): global N; N = 0
void NameBinder::suite_on_line(uint32_t colon, uint32_t last) {
  if (colon + 1 >= last) return;
  simple_statements(colon + 1, last);
  open_.pop_back();
}

// The C text that the `alloc` at this line returns.
AllocText NameBinder::text_of_alloc(uint32_t line) const {
  bool has_text = false;
  bool asks_another = false;
  uint32_t end = block_end(tokens_, line);
  for (uint32_t inner = line; inner < end; ++inner) {
    const Line& statement = tokens_.lines[inner];
    if (statement.last - statement.first == 1) continue;         // a docstring
    uint32_t first = statement.first + (inner == line ? 2 : 0);  // not the name of the function itself
    for (uint32_t i = first; i < statement.last; ++i) {
      const bool is_string = tokens_.tokens[i].kind == TokenKind::string;
      if (is_string && is_static_c(text(i))) return AllocText::static_;
      has_text |= is_string;
      asks_another |= is_name(i) && is_one_of(text(i), {"alloc", "super"});
    }
  }
  return asks_another || !has_text ? AllocText::elsewhere : AllocText::automatic;
}

// `alloc` of a memory class gives the C text of an allocation.
AllocText NameBinder::alloc_text(uint32_t line) const {
  AllocText found = AllocText::inherited;
  uint32_t end = block_end(tokens_, line);
  for (uint32_t at = line + 1; at < end; ++at) {
    const Line& statement = tokens_.lines[at];
    if (text(statement.first) == "alloc") found = AllocText::elsewhere;  // alloc = DRAM_STACK.alloc
    if (text(statement.first) != "def" || statement.first + 1 >= statement.last) continue;
    if (text(statement.first + 1) == "alloc") found = text_of_alloc(at);
    if (found == AllocText::static_) return found;
  }
  return found;
}

// A class with plain bases may be a memory.
void NameBinder::class_body(uint32_t line) {
  const Line& at = tokens_.lines[line];
  note_special_words(at.first, at.last);
  if (at.first + 1 < at.last) {
    PythonBinding& binding = add(at.first + 1, text(at.first + 1), BindingKind::memory);
    for (uint32_t i = at.first + 2; i < at.last && !is_op(i, ":"); ++i) {
      bool dotted = i + 1 < at.last && is_op(i + 1, ".");
      if (is_name(i) && !dotted) binding.bases.push_back(text(i));
      if (is_op(i, "=")) binding.kind = BindingKind::other;  // class C(metaclass=M)
    }
    if (binding.bases.empty()) binding.kind = BindingKind::other;
    binding.alloc = alloc_text(line);
  }
  open_scope(line, ScopeKind::class_body);
  suite_on_line(end_of_head(at.first, at.last), at.last);
}

void NameBinder::decorator(uint32_t line) {
  note_special_words(tokens_.lines[line].first, tokens_.lines[line].last);
}

// --- statements ------------------------------------------------------------------------------------------

// Calls that change names without Python's syntax showing it, and assignments inside of expressions.
void NameBinder::note_special_words(uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; ++i) {
    if (tokens_.tokens[i].kind == TokenKind::string) note_string(i);
    if (!is_name(i)) continue;
    bool called = i + 1 < last && is_op(i + 1, "(");
    if (changes_any_name(text(i)) || (called && text(i) == "vars")) {
      if (names_.dynamic_line == 0) names_.dynamic_line = line_of(i);
    }
    if (sets_attribute(text(i))) note_attribute_setter(i, last);
    if (called && text(i) == "parallelize_loop" && names_.parallelize_line == 0) {
      names_.parallelize_line = line_of(i);
    }
    if (i + 1 < last && is_op(i + 1, ":=")) add_other(i);
  }
}

// f"{(N := 0)}"; a format that looks like it only costs precision.
void NameBinder::note_string(uint32_t token) {
  std::string_view rest = text(token);
  for (size_t at = rest.find(":="); at != std::string_view::npos; at = rest.find(":=", at + 2)) {
    std::string_view before = rest.substr(0, at);
    while (before.ends_with(' ')) before.remove_suffix(1);
    std::string_view name = last_word(before);
    if (!name.empty()) add(token, name, BindingKind::other);
  }
}

// setattr(module, "N", 0), patch("module.N", 0): the strings name the attribute. Without one it can be any.
void NameBinder::note_attribute_setter(uint32_t first, uint32_t last) {
  bool named = false;
  for (uint32_t i = first + 1; i < last; ++i) {
    if (tokens_.tokens[i].kind != TokenKind::string) continue;
    std::string_view literal = text(i);
    while (!literal.empty() && (literal.back() == '"' || literal.back() == '\'')) literal.remove_suffix(1);
    std::string_view name = last_word(literal);
    named |= !name.empty();
    if (!name.empty()) names_.written_attributes.push_back(name);
  }
  if (!named && names_.unnamed_attribute_line == 0) names_.unnamed_attribute_line = line_of(first);
}

// The ':' that ends the head of a compound statement, or `last`.
uint32_t NameBinder::end_of_head(uint32_t first, uint32_t last) const {
  int depth = 0;
  int lambdas = 0;
  for (uint32_t i = first; i < last; ++i) {
    if (tokens_.tokens[i].kind == TokenKind::op && opens(text(i))) ++depth;
    if (tokens_.tokens[i].kind == TokenKind::op && closes(text(i))) --depth;
    if (depth == 0 && is_name(i) && text(i) == "lambda") ++lambdas;
    if (depth == 0 && is_op(i, ":") && lambdas-- == 0) return i;
  }
  return last;
}

void NameBinder::statement(uint32_t line) {
  const Line& at = tokens_.lines[line];
  note_special_words(at.first, at.last);
  std::string_view word = text(at.first);
  uint32_t colon = end_of_head(at.first, at.last);
  // `match x:`, but neither `match = 1` nor `match: int`
  bool soft = is_one_of(word, {"match", "case"}) && colon < at.last && colon > at.first + 1;
  if (!is_compound(word) && !soft) return simple_statements(at.first, at.last);
  uint32_t first = at.first + (word == "async" ? 1 : 0);
  bool is_loop = text(first) == "for" || text(first) == "while";
  uint32_t inner = new_block(block(), is_loop);
  uint32_t outer_scope = scope();
  // The targets of the head are bound perhaps or repeatedly too.
  open_.push_back({at.indent, outer_scope, inner});
  head(first, colon);
  if (colon + 1 < at.last) {
    simple_statements(colon + 1, at.last);
    open_.pop_back();  // the suite is on the line itself
  }
}

void NameBinder::head(uint32_t first, uint32_t last) {
  std::string_view word = text(first);
  if (word == "for") {
    uint32_t in = first + 1;
    while (in < last && !(is_name(in) && text(in) == "in")) ++in;
    targets_of_pattern(first + 1, in);
  } else if (word == "case") {
    for (uint32_t i = first + 1; i < last; ++i) {
      if (is_name(i)) add_other(i);
    }
  } else if (word == "with" || word == "except") {
    for (uint32_t i = first + 1; i < last; ++i) {
      if (!is_name(i) || text(i) != "as" || i + 1 >= last) continue;
      uint32_t end = i + 2;
      if (tokens_.tokens[i + 1].kind == TokenKind::op && opens(text(i + 1))) end = last;
      targets_of_pattern(i + 1, std::min(end, last));
    }
  }
}

void NameBinder::simple_statements(uint32_t first, uint32_t last) {
  int depth = 0;
  uint32_t from = first;
  for (uint32_t i = first; i <= last; ++i) {
    bool at_end = i == last || (depth == 0 && is_op(i, ";"));
    if (at_end) {
      if (i > from) simple({from, i});
      from = i + 1;
    } else if (tokens_.tokens[i].kind == TokenKind::op) {
      if (opens(text(i))) ++depth;
      if (closes(text(i))) --depth;
    }
  }
}

void NameBinder::simple(Part part) {
  std::string_view word = is_name(part.first) ? text(part.first) : std::string_view{};
  if (word == "import") return import_modules(part);
  if (word == "from") return from_import(part);
  if (word == "global" || word == "nonlocal") return declare(part, word == "global");
  if (word == "del") return targets_of_pattern(part.first + 1, part.last);
  assignment(part);
}

// import a.b as c, d
void NameBinder::import_modules(Part part) {
  for (uint32_t i = part.first + 1; i < part.last; ++i) {
    if (!is_name(i)) continue;
    uint32_t bound = i;
    while (i + 2 < part.last && is_op(i + 1, ".")) i += 2;
    if (i + 2 < part.last && text(i + 1) == "as") {
      bound = i + 2;
      i += 2;
    }
    add_other(bound);
  }
}

// from a.b import c as d, e
void NameBinder::from_import(Part part) {
  uint32_t import = part.first + 1;
  while (import < part.last && !(is_name(import) && text(import) == "import")) ++import;
  if (import + 1 >= part.last || import == part.first + 1) return;
  Span span{tokens_.tokens[part.first + 1].span.begin, tokens_.tokens[import - 1].span.end};
  std::string_view module = module_.file.text().substr(span.begin, span.end - span.begin);
  for (uint32_t i = import + 1; i < part.last; ++i) {
    if (is_op(i, "*")) {
      names_.stars.push_back({module, scope(), i, line_of(i), block()});
      continue;
    }
    if (!is_name(i)) continue;
    uint32_t source = i;
    if (i + 2 < part.last && text(i + 1) == "as") i += 2;
    PythonBinding& binding = add(i, text(i), BindingKind::import_name);
    binding.module = module;
    binding.source = text(source);
  }
}

void NameBinder::declare(Part part, bool global) {
  for (uint32_t i = part.first + 1; i < part.last; ++i) {
    if (!is_name(i)) continue;
    if (global) {
      if (scope() != kModuleScope) names_.scopes[scope()].globals.push_back(text(i));
      continue;
    }
    // nonlocal: every function around may own it, and this one assigns it at an unknown time.
    for (uint32_t at = names_.scopes[scope()].parent; at != kNoScope && at != kModuleScope;
         at = names_.scopes[at].parent) {
      PythonBinding binding;
      binding.name = text(i);
      binding.scope = at;
      binding.block = names_.scopes[at].block;
      binding.order = i;
      binding.line = line_of(i);
      binding.from_elsewhere = true;
      names_.add(std::move(binding));
    }
    add_other(i);
  }
}

// a = b = value, a: int = value, a += value, (a, *b) = value
void NameBinder::assignment(Part part) {
  std::vector<uint32_t> equals;
  uint32_t colon = part.last;
  int depth = 0;
  for (uint32_t i = part.first; i < part.last; ++i) {
    if (is_name(i) && text(i) == "lambda") break;  // its defaults are not assignments
    if (tokens_.tokens[i].kind != TokenKind::op) continue;
    if (opens(text(i))) ++depth;
    if (closes(text(i))) --depth;
    if (depth != 0) continue;
    if (is_augmented(text(i))) return target({part.first, i}, nullptr);
    if (is_op(i, "=")) equals.push_back(i);
    if (is_op(i, ":") && equals.empty() && colon == part.last) colon = i;
  }
  if (equals.empty()) {
    // `n: int` alone makes the name a variable of its function.
    if (colon != part.last && scope() != kModuleScope) target({part.first, colon}, nullptr);
    return;
  }
  const Expr* value = constant(equals.back() + 1, part.last);
  uint32_t from = part.first;
  for (uint32_t equal : equals) {
    target({from, std::min(equal, std::max(colon, from))}, value);
    from = equal + 1;
  }
}

void NameBinder::target(Part part, const Expr* value) {
  if (part.last == part.first + 1 && is_name(part.first)) {
    PythonBinding& binding =
        add(part.first, text(part.first), value != nullptr ? BindingKind::expression : BindingKind::other);
    // After everything on its right-hand side was read.
    binding.value = value;
    return;
  }
  targets_of_pattern(part.first, part.last);
}

// Names that a target list binds: not those of subscripts, attributes and calls.
void NameBinder::targets_of_pattern(uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; ++i) {
    if (!is_name(i)) continue;
    uint32_t next = i + 1;
    bool attribute = false;
    bool subscript = false;
    while (next < last && (is_op(next, ".") || is_op(next, "[") || is_op(next, "("))) {
      attribute = is_op(next, ".");
      subscript = !attribute;
      if (attribute) {
        next += 2;
        continue;
      }
      int depth = 0;
      do {
        if (tokens_.tokens[next].kind == TokenKind::op && opens(text(next))) ++depth;
        if (tokens_.tokens[next].kind == TokenKind::op && closes(text(next))) --depth;
        ++next;
      } while (next < last && depth > 0);
    }
    if (attribute && next - 1 < last) names_.written_attributes.push_back(text(next - 1));
    if (!attribute && !subscript) add_other(i);
    i = next - 1;
  }
}

// The value when it is arithmetic on integers and names, or one name.
const Expr* NameBinder::constant(uint32_t first, uint32_t last) {
  Diagnostics ignored;  // most assignments of a Python file are none of our business
  ExprParser parser(module_, tokens_, first, last, ignored);
  const Expr* value = parser.arithmetic();
  return parser.expect_end() ? value : nullptr;
}

}  // namespace dh::exo
