#include "exo/syntax/parse_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace dh::exo {

namespace {

constexpr uint32_t kMaxNesting = 100;     // brackets within brackets
constexpr uint32_t kMaxTreeDepth = 1000;  // of a tree: a + b + c + ... is as deep as it is long

bool is_scalar_type(std::string_view name) {
  static constexpr std::string_view kNames[] = {"R",    "f16", "f32",  "f64",   "i8",    "ui8",
                                                "ui16", "i32", "int8", "int32", "uint8", "uint16"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

struct ExprParser::Nested {
  explicit Nested(ExprParser& parser) : parser_(parser) { ++parser_.nesting_; }
  ~Nested() { --parser_.nesting_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;
  bool too_deep() const {
    if (parser_.nesting_ <= kMaxNesting) return false;
    parser_.error_here("this expression is nested too deeply");
    return true;
  }
  ExprParser& parser_;
};

bool ExprParser::accept(std::string_view text) {
  if (!is(text)) return false;
  ++at_;
  return true;
}

bool ExprParser::expect(std::string_view text) {
  if (accept(text)) return true;
  error_here(done()
                 ? fmt::format("syntax error: '{}' is missing", text)
                 : fmt::format("syntax error: '{}' where '{}' should be", token().text.substr(0, 40), text));
  return false;
}

const Token* ExprParser::name(std::string_view what) {
  if (is_kind(TokenKind::name)) return &tokens_.tokens[at_++];
  error_here(fmt::format("syntax error: {} is missing", what));
  return nullptr;
}

Span ExprParser::span_from(uint32_t from) const {
  uint32_t last = std::max(from, at_ == 0 ? 0 : at_ - 1);
  return {tokens_.tokens[from].span.begin, tokens_.tokens[last].span.end};
}

Span ExprParser::here() const {
  if (at_ < end_) return tokens_.tokens[at_].span;
  uint32_t last = end_ > first_ ? end_ - 1 : first_;
  if (last >= tokens_.tokens.size()) return {};
  uint32_t end = tokens_.tokens[last].span.end;
  return {end, end};
}

void ExprParser::error(Span span, std::string message) {
  if (!failed_) diagnostics_.push_back({Severity::error, module_.file.place(span), std::move(message)});
  failed_ = true;
}

bool ExprParser::expect_end() {
  if (failed_) return false;
  if (done()) return true;
  error_here(fmt::format("syntax error: unexpected '{}'", token().text.substr(0, 40)));
  return false;
}

Expr* ExprParser::make(ExprKind kind, uint32_t from, const std::vector<Expr*>& args) {
  uint32_t depth = 1;
  for (const Expr* arg : args) depth = std::max(depth, arg->depth + 1u);
  if (depth > kMaxTreeDepth) {
    error(span_from(from), fmt::format("this expression is too long: more than {} operators", kMaxTreeDepth));
    return nullptr;
  }
  Expr* expr = module_.arena.make<Expr>();
  expr->kind = kind;
  expr->span = span_from(from);
  expr->depth = static_cast<uint16_t>(depth);
  expr->args = module_.arena.copy(args);
  return expr;
}

Expr* ExprParser::expression() {
  Nested nested(*this);
  if (nested.too_deep()) return nullptr;
  return logic(true);
}

Expr* ExprParser::logic(bool is_or) {
  uint32_t from = at_;
  Expr* left = is_or ? logic(false) : comparison();
  while (left != nullptr && is(is_or ? "or" : "and")) {
    ++at_;
    Expr* right = is_or ? logic(false) : comparison();
    if (right == nullptr) return nullptr;
    left = make(ExprKind::logic, from, {left, right});
    if (left != nullptr) left->is_or = is_or;
  }
  return left;
}

Expr* ExprParser::comparison() {
  if (is("not")) {
    error_here("'not' is not part of Exo: turn the comparison round");
    return nullptr;
  }
  uint32_t from = at_;
  Expr* left = arithmetic();
  Expr* all = nullptr;
  while (left != nullptr) {
    CompareOp op;
    if (is("<")) {
      op = CompareOp::lt;
    } else if (is("<=")) {
      op = CompareOp::le;
    } else if (is("==")) {
      op = CompareOp::eq;
    } else if (is(">")) {
      op = CompareOp::gt;
    } else if (is(">=")) {
      op = CompareOp::ge;
    } else if (is("!=") || is("in") || is("is")) {
      error_here(fmt::format("'{}' is not part of Exo", token().text));
      return nullptr;
    } else {
      return all != nullptr ? all : left;
    }
    ++at_;
    Expr* right = arithmetic();
    if (right == nullptr) return nullptr;
    Expr* compare = make(ExprKind::compare, from, {left, right});
    if (compare == nullptr) return nullptr;
    compare->compare = op;
    all = all == nullptr ? compare : make(ExprKind::logic, from, {all, compare});
    if (all == nullptr) return nullptr;
    left = right;
  }
  return nullptr;
}

Expr* ExprParser::arithmetic() {
  uint32_t from = at_;
  Expr* left = term();
  while (left != nullptr && (is("+") || is("-"))) {
    BinaryOp op = is("+") ? BinaryOp::add : BinaryOp::sub;
    ++at_;
    Expr* right = term();
    if (right == nullptr) return nullptr;
    left = make(ExprKind::binary, from, {left, right});
    if (left != nullptr) left->op = op;
  }
  return left;
}

Expr* ExprParser::term() {
  uint32_t from = at_;
  Expr* left = unary();
  while (left != nullptr && (is("*") || is("/") || is("%") || is("//"))) {
    BinaryOp op = is("*") ? BinaryOp::mul : is("%") ? BinaryOp::mod : BinaryOp::div;
    bool floors = is("//");
    ++at_;
    Expr* right = unary();
    if (right == nullptr) return nullptr;
    left = make(ExprKind::binary, from, {left, right});
    if (left == nullptr) return nullptr;
    left->op = op;
    left->floors = floors;
  }
  return left;
}

Expr* ExprParser::unary() {
  Nested nested(*this);
  if (nested.too_deep()) return nullptr;
  uint32_t from = at_;
  if (accept("+")) return unary();
  if (!accept("-")) return atom();
  Expr* operand = unary();
  return operand == nullptr ? nullptr : make(ExprKind::negate, from, {operand});
}

Expr* ExprParser::atom() {
  uint32_t from = at_;
  if (is_kind(TokenKind::integer)) return integer();
  if (is_kind(TokenKind::real)) {
    ++at_;
    return make(ExprKind::real, from);
  }
  if (is_kind(TokenKind::string)) {
    while (is_kind(TokenKind::string)) ++at_;
    return make(ExprKind::string, from);
  }
  if (accept("(")) {
    Expr* inner = expression();
    if (inner == nullptr || !expect(")")) return nullptr;
    return inner;
  }
  if (is("{")) {
    error_here("'{...}' needs Python to be run: expand the metaprogramming first and check what Exo prints");
    return nullptr;
  }
  if (is_kind(TokenKind::name)) return named_atom();
  error_here(
      done() ? "syntax error: an expression is missing"
             : fmt::format("syntax error: '{}' where an expression should be", token().text.substr(0, 40)));
  return nullptr;
}

Expr* ExprParser::integer() {
  uint32_t from = at_;
  std::string digits;
  for (char c : token().text) {
    if (c != '_') digits += c;
  }
  int base = 10;
  std::string_view text = digits;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (text.starts_with("0o") || text.starts_with("0O")) base = 8;
  if (base != 10) text.remove_prefix(2);
  int64_t value = 0;
  auto [end, error_code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error_code != std::errc() || end != text.data() + text.size()) {
    error_here(fmt::format("'{}' is not an integer of 64 bits", token().text.substr(0, 40)));
    return nullptr;
  }
  ++at_;
  Expr* expr = make(ExprKind::integer, from);
  if (expr != nullptr) expr->value = value;
  return expr;
}

Expr* ExprParser::named_atom() {
  uint32_t from = at_;
  std::string_view text = token().text;
  ++at_;
  if (text == "True" || text == "False") {
    Expr* expr = make(ExprKind::boolean, from);
    if (expr != nullptr) expr->value = text == "True";
    return expr;
  }
  Expr* expr = nullptr;
  if (accept("[")) {
    std::span<Subscript> list = subscripts();
    if (failed_) return nullptr;
    expr = make(ExprKind::index, from);
    if (expr != nullptr) expr->subscripts = list;
  } else if (accept("(")) {
    std::span<Expr*> list = arguments();
    if (failed_) return nullptr;
    expr = make(ExprKind::call, from, std::vector<Expr*>(list.begin(), list.end()));
  } else if (is(".")) {
    ++at_;
    const Token* field = name("a field name");
    if (field == nullptr) return nullptr;
    expr = make(ExprKind::attribute, from);
    if (expr != nullptr) expr->field = field->text;
  } else {
    expr = make(ExprKind::name, from);
  }
  if (expr == nullptr) return nullptr;
  expr->name = text;
  if (is(".") || is("(") || is("[")) {
    error_here(fmt::format("syntax error: unexpected '{}'", token().text));
    return nullptr;
  }
  return expr;
}

std::span<Subscript> ExprParser::subscripts() {
  std::vector<Subscript> list;
  while (!failed_) {
    if (done() || is("]")) {
      if (list.empty()) error_here("syntax error: an index is missing");
      break;
    }
    uint32_t from = at_;
    Subscript one;
    if (!is(":")) one.low = arithmetic();
    if (accept(":")) {
      one.slice = true;
      if (!is(",") && !is("]") && !done()) one.high = arithmetic();
    }
    one.span = span_from(from);
    list.push_back(one);
    if (!accept(",")) break;
  }
  if (!failed_) expect("]");
  return failed_ ? std::span<Subscript>{} : module_.arena.copy(list);
}

std::span<Expr*> ExprParser::arguments() {
  std::vector<Expr*> list;
  while (!failed_ && !is(")")) {
    Expr* one = expression();
    if (one == nullptr) break;
    list.push_back(one);
    if (is("=")) error_here("keyword arguments are not part of Exo");
    if (!accept(",")) break;
  }
  if (!failed_) expect(")");
  return failed_ ? std::span<Expr*>{} : module_.arena.copy(list);
}

bool ExprParser::skip_brackets() {
  uint32_t depth = 0;
  do {
    if (done()) return expect(")");
    if (is("(") || is("[") || is("{")) ++depth;
    if (is(")") || is("]") || is("}")) --depth;
    ++at_;
  } while (depth > 0);
  return true;
}

bool ExprParser::shape(Type& out) {
  std::vector<Expr*> dims;
  do {
    if (is("]")) break;
    Expr* dim = arithmetic();
    if (dim == nullptr) return false;
    dims.push_back(dim);
  } while (accept(","));
  if (dims.empty()) error_here("syntax error: a dimension is missing");
  out.shape = module_.arena.copy(dims);
  return !failed_ && expect("]");
}

Type* ExprParser::type() {
  uint32_t from = at_;
  Type* type = module_.arena.make<Type>();
  bool window = accept("[");
  const Token* base = name("a type");
  if (base == nullptr) return nullptr;
  if (base->text == "size") {
    type->base = BaseType::size;
  } else if (base->text == "index") {
    type->base = BaseType::index;
  } else if (base->text == "bool") {
    type->base = BaseType::boolean;
  } else if (base->text == "stride") {
    type->base = BaseType::stride;
  } else if (!is_scalar_type(base->text)) {
    error(base->span, fmt::format("'{}' is not a type of Exo", base->text));
    return nullptr;
  }
  type->window = window;
  if (window && !expect("]")) return nullptr;
  bool data = type->base == BaseType::data;
  if (data && is("[")) {
    ++at_;
    if (!shape(*type)) return nullptr;
  }
  if (window && (type->shape.empty() || !data)) {
    error(span_from(from), "a window type has a data type and a shape: [f32][n]");
    return nullptr;
  }
  if (accept("@")) {
    const Token* memory = name("a memory");
    while (memory != nullptr && accept(".")) memory = name("a memory");
    if (memory == nullptr) return nullptr;
    type->memory = memory->text;
    if (is("(") && !skip_brackets()) return nullptr;
  }
  type->span = span_from(from);
  return type;
}

}  // namespace dh::exo
