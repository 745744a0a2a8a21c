#include "java/index/literals.h"

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"
#include "java/syntax/unicode_escapes.h"

namespace dh::java {

namespace {

int64_t integer_value(std::string_view text) {
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    char second = static_cast<char>(text[1] | 0x20);
    base = second == 'x' ? 16 : second == 'b' ? 2 : 8;
    text.remove_prefix(base == 8 ? 1 : 2);
  }
  uint64_t value = 0;
  for (char c : text) {
    if (c == '_' || c == 'l' || c == 'L') continue;
    int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit);
  }
  return static_cast<int64_t>(value);
}

double float_value(std::string_view text) {
  std::string plain;
  bool hex = text.size() > 1 && (text[1] | 0x20) == 'x';
  for (char c : text) {
    if (c != '_') plain.push_back(c);
  }
  char last = static_cast<char>(plain.back() | 0x20);
  bool suffix = last == 'f' || last == 'd';
  if (suffix && (!hex || plain.find_first_of("pP") != std::string::npos)) plain.pop_back();
  return std::strtod(plain.c_str(), nullptr);
}

// The text between the quotes, with its escapes replaced.
std::string unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
      continue;
    }
    char c = text[++i];
    if (c >= '0' && c <= '7') {
      uint32_t value = 0;
      size_t max_digits = c <= '3' ? 3 : 2;
      for (size_t n = 0; n < max_digits && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++n, ++i) {
        value = value * 8 + static_cast<uint32_t>(text[i] - '0');
      }
      --i;
      utf8_append(out, value);
      continue;
    }
    switch (c) {
      case 'b':
        out.push_back('\b');
        break;
      case 't':
        out.push_back('\t');
        break;
      case 'n':
        out.push_back('\n');
        break;
      case 'f':
        out.push_back('\f');
        break;
      case 'r':
        out.push_back('\r');
        break;
      case 's':
        out.push_back(' ');
        break;
      case '\r':
        if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
        break;
      case '\n':
        break;
      default:
        out.push_back(c);
        break;
    }
  }
  return out;
}

// A text block without the indentation that all its lines share and without blanks at the ends of lines.
std::string strip_indent(std::string_view text) {
  std::vector<std::string> lines(1);
  for (size_t i = text.find_first_of("\r\n"); i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (text[i] == '\n' || text[i] == '\r') {
      lines.emplace_back();
    } else {
      lines.back().push_back(text[i]);
    }
  }
  lines.erase(lines.begin());  // what is after the opening quotes
  if (lines.empty()) return "";
  const auto blank = [](const std::string& line) {
    return line.find_first_not_of(" \t\f") == std::string::npos;
  };
  size_t indent = std::string::npos;
  for (size_t i = 0; i < lines.size(); ++i) {
    bool last = i + 1 == lines.size();
    if (blank(lines[i]) && !last) continue;
    indent = std::min(indent, blank(lines[i]) ? lines[i].size() : lines[i].find_first_not_of(" \t\f"));
  }
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string line = blank(lines[i]) ? "" : lines[i].substr(std::min(indent, lines[i].size()));
    line.erase(line.find_last_not_of(" \t\f") + 1);
    out += (i > 0 ? "\n" : "") + line;
  }
  return out;
}

class Evaluator {
 public:
  explicit Evaluator(const Index& index) : index_(index) {}

  std::optional<Constant> value(TypeId context, const Expr* expr, int depth) const;

 private:
  std::optional<Constant> field(FieldId id, int depth) const;
  std::optional<Constant> unary(UnaryOp op, std::optional<Constant> operand) const;
  std::optional<Constant> fold(BinaryOp op, const Constant& a, const Constant& b) const;
  std::string text(TypeId context, Span span) const;

  const Index& index_;
  mutable int steps_ = 10'000;  // `A = A + A` would double with every level
};

std::string Evaluator::text(TypeId context, Span span) const {
  std::string_view kept = index_.text(context, span);
  if (!kept.empty()) return std::string(kept);
  Result<SourceFile> file = SourceFile::open(index_.file(index_.type(context).file).path);
  if (!file || file->text().size() < span.end) return "";
  return std::string(file->text().substr(span.begin, span.end - span.begin));
}

std::optional<Constant> Evaluator::field(FieldId id, int depth) const {
  if (!id.valid()) return std::nullopt;
  const FieldInfo& info = index_.field(id);
  if (!info.has(kFinal) || info.decl == nullptr || info.decl->init == nullptr) return std::nullopt;
  return value(info.owner, info.decl->init, depth + 1);
}

std::optional<Constant> Evaluator::unary(UnaryOp op, std::optional<Constant> operand) const {
  if (!operand) return std::nullopt;
  const auto* integer = std::get_if<int64_t>(&*operand);
  const auto* real = std::get_if<double>(&*operand);
  switch (op) {
    case UnaryOp::kPlus:
      return operand;
    case UnaryOp::kMinus:
      if (integer != nullptr) return static_cast<int64_t>(-static_cast<uint64_t>(*integer));
      if (real != nullptr) return -*real;
      return std::nullopt;
    case UnaryOp::kComplement:
      if (integer != nullptr) return ~*integer;
      return std::nullopt;
    case UnaryOp::kNot:
      if (const auto* truth = std::get_if<bool>(&*operand)) return !*truth;
      return std::nullopt;
  }
  return std::nullopt;
}

// The operators that constants use; the others are unsupported.
std::optional<Constant> Evaluator::fold(BinaryOp op, const Constant& a, const Constant& b) const {
  const auto* s = std::get_if<std::string>(&a);
  const auto* t = std::get_if<std::string>(&b);
  if (s != nullptr && t != nullptr && op == BinaryOp::kAdd) return *s + *t;
  const auto* i = std::get_if<int64_t>(&a);
  const auto* j = std::get_if<int64_t>(&b);
  if (i != nullptr && j != nullptr) {
    auto x = static_cast<uint64_t>(*i);
    auto y = static_cast<uint64_t>(*j);
    switch (op) {
      case BinaryOp::kAdd:
        return static_cast<int64_t>(x + y);
      case BinaryOp::kSubtract:
        return static_cast<int64_t>(x - y);
      case BinaryOp::kMultiply:
        return static_cast<int64_t>(x * y);
      case BinaryOp::kShiftLeft:
        return static_cast<int64_t>(x << (y & 63));
      case BinaryOp::kOr:
        return static_cast<int64_t>(x | y);
      case BinaryOp::kAnd:
        return static_cast<int64_t>(x & y);
      default:
        return std::nullopt;
    }
  }
  const auto* p = std::get_if<double>(&a);
  const auto* q = std::get_if<double>(&b);
  if ((p == nullptr && i == nullptr) || (q == nullptr && j == nullptr)) return std::nullopt;
  double x = p != nullptr ? *p : static_cast<double>(*i);
  double y = q != nullptr ? *q : static_cast<double>(*j);
  if (op == BinaryOp::kAdd) return x + y;
  if (op == BinaryOp::kSubtract) return x - y;
  if (op == BinaryOp::kMultiply) return x * y;
  return std::nullopt;
}

std::optional<Constant> Evaluator::value(TypeId context, const Expr* expr, int depth) const {
  constexpr int kMaxConstantDepth = 60;  // constants that are made of constants, and cycles of them
  if (expr == nullptr || depth > kMaxConstantDepth || --steps_ < 0) return std::nullopt;
  switch (expr->kind) {
    case NodeKind::literal:
      return literal_value(get<Literal>(expr).literal(), text(context, expr->span));
    case NodeKind::name:
      return field(index_.find_field_lexically(context, get<Name>(expr).name), depth);
    case NodeKind::field_access: {
      const auto& access = get<FieldAccess>(expr);
      const auto* owner = as<Name>(access.target);
      if (owner == nullptr) return std::nullopt;
      TypeRef type = index_.resolve_name(owner->name, context);
      if (!type.type.valid()) return std::nullopt;
      return field(index_.find_field(type.type, access.name.name), depth);
    }
    case NodeKind::unary: {
      const auto& n = get<Unary>(expr);
      return unary(n.unary_op(), value(context, n.operand, depth + 1));
    }
    case NodeKind::cast: {
      const auto& n = get<Cast>(expr);
      const auto* type = as<PrimitiveType>(n.types.front());
      std::optional<Constant> inner = value(context, n.operand, depth + 1);
      if (!inner || type == nullptr) return inner;
      bool real = type->primitive() == Primitive::kFloat || type->primitive() == Primitive::kDouble;
      if (const auto* i = std::get_if<int64_t>(&*inner); i != nullptr && real) return static_cast<double>(*i);
      if (std::holds_alternative<double>(*inner) && !real) return std::nullopt;
      return inner;
    }
    case NodeKind::binary: {
      const auto& n = get<Binary>(expr);
      std::optional<Constant> left = value(context, n.operands[0], depth + 1);
      for (size_t i = 0; i < n.ops.size() && left; ++i) {
        std::optional<Constant> right = value(context, n.operands[i + 1], depth + 1);
        if (!right) return std::nullopt;
        left = fold(n.ops[i], *left, *right);
      }
      return left;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Constant> literal_value(LiteralKind kind, std::string_view text) {
  std::string translated;
  if (has_unicode_escape(text)) {
    translated = translate_unicode_escapes(text).text;
    text = translated;
  }
  if (text.empty()) return std::nullopt;
  switch (kind) {
    case LiteralKind::kInt:
    case LiteralKind::kLong:
      return integer_value(text);
    case LiteralKind::kFloat:
    case LiteralKind::kDouble:
      return float_value(text);
    case LiteralKind::kChar: {
      std::string inner = text.size() < 2 ? "" : unescape(text.substr(1, text.size() - 2));
      return inner.empty() ? int64_t{0} : static_cast<int64_t>(utf8_decode(inner));
    }
    case LiteralKind::kString:
      return text.size() < 2 ? "" : unescape(text.substr(1, text.size() - 2));
    case LiteralKind::kTextBlock:
      return text.size() < 6 ? "" : unescape(strip_indent(text.substr(3, text.size() - 6)));
    case LiteralKind::kTrue:
      return true;
    case LiteralKind::kFalse:
      return false;
    case LiteralKind::kNull:
      return std::nullopt;
  }
  return std::nullopt;
}

bool is_default_value(const Constant& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return !*truth;
  if (const auto* integer = std::get_if<int64_t>(&value)) return *integer == 0;
  // -0.0 is not the default.
  if (const auto* real = std::get_if<double>(&value)) return *real == 0 && 1 / *real > 0;
  return false;
}

std::optional<Constant> constant_value(const Index& index, TypeId context, const Expr* expr) {
  return Evaluator(index).value(context, expr, 0);
}

}  // namespace dh::java
