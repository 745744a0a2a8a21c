// The lowering's internals, shared by lower.cpp (functions), lower_code.cpp (statements, expressions,
// literals) and lower_names.cpp (what a name means).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "smalltalk/lower.h"
#include "smalltalk/positions.h"

namespace dh::smalltalk {

using smallir::Function;
using smallir::FunctionId;
using smallir::FunctionKind;
using smallir::Instruction;
using smallir::LiteralId;
using smallir::Op;
using smallir::PoolRange;
using smallir::Range;
using smallir::Value;
using smallir::Variable;
using smallir::VariableKind;

inline uint32_t size32(size_t size) {
  return static_cast<uint32_t>(size);
}

struct LiteralKey {
  LiteralKind kind;
  Symbol text;
  friend bool operator==(LiteralKey, LiteralKey) = default;
  friend size_t hash_value(LiteralKey key) { return key.text.value * 16 + static_cast<size_t>(key.kind); }
};

class Lowerer::Impl {
 public:
  Impl(const Environment& environment, Unit& unit) : environment_(environment), unit_(unit) {}

  void method(const FileImage& image, smallir::FileId file, const MethodSource& source);
  void script(const FileImage& image, smallir::FileId file, const ScriptSource& source);

 private:
  // A function while its code is made; scopes_[0] is the method, the last one the innermost block.
  struct Scope {
    uint32_t function = 0;
    std::vector<Instruction> code;
    std::vector<std::pair<std::string_view, uint32_t>> names;
    FlatMap<std::string_view, uint32_t, StringHash> many_names;  // the same once there are many; else empty
    std::vector<uint32_t> captured;
    bool uses_self = false;
    bool leaves_home = false;
    bool returned = false;  // what follows can never run
  };
  // What a name means.
  struct Binding {
    enum class Kind { variable, field, library_class, constant } kind = Kind::constant;
    VariableId variable;
    Value value;
  };

  void begin_file(const FileImage& image, smallir::FileId file, const CodeText& code);
  bool enter_class(const FileImage& image, const MethodSource& source);
  void removal(const MethodSource& source);
  bool fail(const FileImage& image, const std::optional<SyntaxError>& error, std::string_view what);
  void begin_root();
  void end_root(const MethodNode& node);
  Scope& begin_function(FunctionKind kind, Span span, std::span<const Declaration> parameters,
                        std::span<const Declaration> temporaries);
  void end_function();
  Value body(const Body& body);
  Value expression(const Node* node);
  Value read(std::string_view name, Span at);
  Value literal_value(const LiteralNode& node);
  LiteralId literal(const LiteralNode& node);
  LiteralId simple_literal(LiteralKind kind, std::string_view text);
  Value nil() { return Value::of(simple_literal(LiteralKind::nil, {})); }
  Value block(const BlockNode& node);
  Value brace(const BraceNode& node);
  Value chain(const ChainNode& node);
  Value global_access(std::string_view name, const Message& message, Value last_argument);
  Value assignment(const AssignmentNode& node);
  void assign(std::string_view name, Span at, Value value);
  void return_from(const ReturnNode& node);
  static const uint32_t* find_name(const Scope& scope, std::string_view name);
  Binding resolve(std::string_view name, bool writing);
  Binding resolve_dotted(std::string_view name);
  Binding undeclared_or_class(std::string_view name, bool writing);
  VariableId undeclared(std::string_view name, ClassId owner);
  Value emit(Op op, uint32_t target, std::span<const Value> operands, Span span, uint8_t flags = 0);
  Value self();
  void use_self() {
    for (size_t i = 0; i < depth_; ++i) scopes_[i].uses_self = true;
  }
  void pragmas(const MethodNode& node, Function& function);
  Range range(Span span);
  Symbol intern(std::string_view text) { return text.empty() ? Symbol() : unit_.names.intern(text); }
  Scope& scope() { return scopes_[depth_ - 1]; }

  const Environment& environment_;
  Unit& unit_;
  Arena arena_;
  std::vector<Scope> scopes_;
  size_t depth_ = 0;
  const FileImage* image_ = nullptr;
  smallir::FileId file_;
  CodeText code_;
  std::optional<Positions> positions_;
  ClassId class_id_;
  std::string_view name_space_;
  FlatMap<LiteralKey, LiteralId> simple_literals_;
  FlatMap<uint64_t, uint32_t> undeclared_;  // by owner and name
  FlatMap<Symbol, uint32_t> library_classes_;
};

}  // namespace dh::smalltalk
