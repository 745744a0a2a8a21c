// The parser's state and its functions, one group per parse_*.cpp. Private to those files.
//
// Recursive descent over tokens with any number of tokens of look-ahead. At the first error the rest of the
// tokens turn into `end`, so that all functions return soon; nodes made after that are never read.
// Functions always return a node.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "java/syntax/lexer.h"
#include "java/syntax/parser.h"

namespace dh::java {

// Levels of the parser's own recursion: parentheses, blocks, type arguments, ... within each other.
constexpr uint32_t kMaxNesting = 400;

// Words that mean something in some places only.
struct ContextualNames {
  explicit ContextualNames(SharedInterner& names);
  Symbol exports, module, non, open, opens, permits, provides, record, requires_, sealed, to, transitive,
      uses, var, when, with, yield, underscore, value, new_, this_, super_;
};

class Parser {
 public:
  Parser(std::string_view text, SharedInterner& names, Arena& arena, ParseMode mode)
      : lexer_(text, names), contextual_(names), arena_(arena), skim_(mode == ParseMode::skim) {
    nothing_ = arena_.make<Literal>();
    nothing_->kind = NodeKind::literal;
    nothing_->op = static_cast<uint8_t>(LiteralKind::kNull);
  }

  const CompilationUnit* parse_unit();
  const std::optional<SyntaxError>& error() const { return error_; }
  // Whether the tree may be deeper than kMaxDepth, so that its depth must be counted.
  bool maybe_deep() const { return deepest_ > 100 || longest_chain_ > 100; }

 private:
  using K = TokenKind;

  // ---- Tokens (parse_unit.cpp)
  const Token& peek(size_t n = 0) {
    if (at_ + n >= tokens_.size()) fill(n);
    return tokens_[at_ + n];
  }
  K kind(size_t n = 0) { return peek(n).kind; }
  bool at(K k) { return kind() == k; }
  bool at_name(Symbol name, size_t n = 0) { return kind(n) == K::identifier && peek(n).name == name; }
  Token take() {
    Token token = peek();
    ++at_;
    previous_end_ = token.span.end;
    return token;
  }
  bool accept(K k) {
    if (!at(k)) return false;
    take();
    return true;
  }
  Token expect(K k);
  Ident expect_ident();
  Ident ident_of(const Token& token) { return {token.name, token.span}; }
  void fill(size_t n);
  void fail(std::string message) { fail_at(peek().span, std::move(message)); }
  void fail_expected(std::string_view what);
  void fail_at(Span span, std::string message);
  bool failed() const { return error_.has_value(); }
  // Whether token n and the one after it touch, as in >>.
  bool touches_next(size_t n) {
    uint32_t end = peek(n).span.end;
    return peek(n + 1).span.begin == end;
  }

  // ---- Nodes
  template <typename T>
  T* make(uint32_t begin) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->span.begin = begin;
    return node;
  }
  template <typename T>
  const T* done(T* node) {
    node->span.end = previous_end_;
    return node;
  }
  // Lists grow on one stack and move to the arena when they are complete.
  template <typename T>
  List<T> take_list(size_t mark) {
    std::span<const void* const> items(scratch_.data() + mark, scratch_.size() - mark);
    if (items.empty()) return {};
    auto* out = static_cast<const T**>(arena_.allocate(items.size() * sizeof(T*), alignof(T*)));
    for (size_t i = 0; i < items.size(); ++i) out[i] = static_cast<const T*>(items[i]);
    scratch_.resize(mark);
    return {out, items.size()};
  }
  template <typename T>
  void push(const T* node) {
    scratch_.push_back(node);
  }
  size_t mark() const { return scratch_.size(); }
  template <typename T>
  List<T> single(const T* node) {
    size_t m = mark();
    push(node);
    return take_list<T>(m);
  }

  // Guards one level of recursion. False: too deep, and the parse has failed.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser), ok_(parser.enter()) {}
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    explicit operator bool() const { return ok_; }

   private:
    Parser& parser_;
    bool ok_;
  };
  bool enter() {
    if (++depth_ > deepest_) deepest_ = depth_;
    if (depth_ <= kMaxNesting) [[likely]]
      return true;
    fail("nested too deeply");
    return false;
  }

  // ---- Look-ahead (lookahead.cpp): from token n, the number of the token after what is named; 0: not that.
  size_t skip_type(size_t n);
  size_t skip_type_args(size_t n, int depth);
  size_t skip_type_inner(size_t n, int depth);
  size_t skip_annotations(size_t n);
  size_t skip_dims(size_t n);
  size_t skip_parens(size_t n);
  bool at_local_declaration();
  bool at_local_class(size_t n);
  bool at_class_keyword(size_t n);
  bool at_contextual_modifier(size_t n);
  bool at_lambda();
  bool at_cast();
  bool at_type_of_method_ref();
  bool at_pattern();
  bool at_yield_statement();
  bool starts_cast_operand(size_t n);

  // ---- Types (parse_type.cpp)
  const Type* parse_type();
  const Type* parse_type_without_dims();
  const ClassType* parse_class_type();
  const ClassType* parse_segments(uint32_t begin, size_t first);
  const Type* parse_dims(const Type* element);
  const Type* add_dims(const Type* type, uint32_t dims, List<Annotation> annotations, bool varargs);
  uint32_t parse_brackets(size_t& annotations_mark);
  List<Type> parse_type_args();
  const Type* parse_type_arg();
  List<Type> parse_type_list(K separator);
  List<TypeParameter> parse_type_params();
  void expect_greater();
  const Type* var_or(const Type* type);

  // ---- Modifiers and annotations (parse_type.cpp)
  const Modifiers* parse_modifiers();
  List<Annotation> parse_annotations();
  const Annotation* parse_annotation();
  const Expr* parse_annotation_value();
  QualifiedName parse_qualified_name();

  // ---- Expressions (parse_expr.cpp, parse_primary.cpp)
  const Expr* parse_expr();
  const Expr* parse_conditional();
  const Expr* parse_binary(int min_precedence);
  const Expr* parse_instance_of(const Expr* operand, uint32_t begin);
  const Expr* parse_unary();
  const Expr* parse_cast();
  const Expr* parse_primary();
  const Expr* parse_postfix(const Expr* expr, uint32_t begin);
  const Expr* parse_dot(const Expr* target, uint32_t begin);
  const Expr* parse_parenthesized();
  const Expr* parse_lambda();
  const Expr* parse_lambda_body(uint32_t begin, List<Var> params);
  const Expr* parse_new(const Expr* outer, uint32_t begin);
  const Expr* parse_new_array(const Type* element, uint32_t begin);
  const Expr* parse_array_init();
  const Expr* parse_literal(LiteralKind literal);
  const Expr* parse_call(const Expr* target, List<Type> type_args, uint32_t begin, Ident name);
  const Expr* parse_method_ref(const Expr* target, uint32_t begin);
  const Expr* parse_class_or_method_ref(const Type* type);
  const Expr* finish_type(const Expr* names);
  void push_segments(const Expr* names);
  List<Expr> parse_args();
  struct BinaryToken {
    int precedence = 0;  // 0: no binary operator
    BinaryOp op{};
    uint8_t tokens = 1;
  };
  BinaryToken binary_at();
  bool assign_at(AssignOp& op, uint8_t& tokens);
  const Switch* parse_switch();
  const SwitchCase* parse_switch_case();
  void parse_case_label();
  const Pattern* parse_pattern();

  // ---- Statements (parse_stmt.cpp)
  const Block* parse_block();
  void parse_block_statements();
  const Stmt* parse_block_statement();
  const Stmt* parse_statement();
  const Stmt* parse_local_declaration(const Modifiers* modifiers);
  const LocalVars* parse_local_vars(const Modifiers* modifiers, uint32_t begin);
  const Stmt* parse_local_class(const Modifiers* modifiers);
  const Stmt* parse_expr_statement();
  const Stmt* statement_of(const Expr* expr);
  const Stmt* parse_if();
  const Stmt* parse_while();
  const Stmt* parse_do();
  const Stmt* parse_for();
  const Stmt* parse_for_each(const Modifiers* modifiers, uint32_t begin);
  const Stmt* parse_try();
  const Node* parse_resource();
  const Catch* parse_catch();
  const Stmt* parse_synchronized();
  template <typename T>
  const Stmt* parse_jump();
  const Stmt* parse_return();
  const Stmt* parse_throw();
  const Stmt* parse_assert();
  const Expr* parse_condition();

  // ---- Declarations (parse_decl.cpp)
  const ClassDecl* parse_class(const Modifiers* modifiers);
  const ClassDecl* parse_class_body(ClassDecl* decl);
  void parse_class_header(ClassDecl* decl);
  void parse_enum_constants(ClassDecl* decl);
  const EnumConstant* parse_enum_constant();
  const ClassDecl* parse_anonymous_body();
  void parse_member(ClassDecl* decl);
  void parse_method_or_field(ClassDecl* decl, const Modifiers* modifiers, uint32_t begin);
  void parse_method(const ClassDecl* decl, const Modifiers* modifiers, List<TypeParameter> type_params,
                    const Type* return_type, uint32_t begin);
  void parse_method_rest(Method* method);
  void parse_fields(const Modifiers* modifiers, const Type* type, uint32_t begin);
  const Var* parse_declarator(const Modifiers* modifiers, const Type* type, VarRole role, uint32_t begin);
  List<Var> parse_params(VarRole role, const Var** receiver);
  const Var* parse_param(VarRole role, bool& is_receiver);
  const Modifiers* no_modifiers();

  // ---- Files (parse_unit.cpp)
  const PackageDecl* parse_package(List<Annotation> annotations, uint32_t begin);
  const ImportDecl* parse_import();
  bool at_module();
  const ModuleDecl* parse_module(const Modifiers* modifiers);
  ModuleDirective parse_directive();
  void parse_top_level(ClassDecl* implicit);

  Lexer lexer_;
  const ContextualNames contextual_;
  Arena& arena_;
  const bool skim_;

  std::vector<Token> tokens_;
  size_t at_ = 0;
  uint32_t previous_end_ = 0;
  uint32_t depth_ = 0;
  uint32_t deepest_ = 0;
  uint32_t longest_chain_ = 0;
  bool lambdas_ = true;  // false in labels and guards of a switch, where -> ends the expression

  std::vector<const void*> scratch_;
  std::vector<BinaryOp> ops_;
  std::vector<uint32_t> begins_;
  std::vector<TypeSegment> segments_;
  std::vector<Ident> idents_;
  std::optional<SyntaxError> error_;
  Literal* nothing_;  // what functions return after an error
  const Modifiers* no_modifiers_ = nullptr;
};

}  // namespace dh::java
