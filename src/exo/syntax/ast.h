// The tree of an Exo module. Expressions and statements live in the module's arena; resolve.h fills in the
// fields marked so.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "exo/syntax/python_names.h"
#include "source/source_file.h"

namespace dh::exo {

struct Proc;
struct Config;

// A binder of one proc: argument, allocation, window or loop variable. Shadowing makes a new one.
struct DeclId : Id<DeclId> {
  using Id::Id;
};

enum class ExprKind : uint8_t {
  integer,
  real,
  string,
  boolean,
  name,
  attribute,
  index,
  call,
  negate,
  binary,
  compare,
  logic
};
enum class BinaryOp : uint8_t { add, sub, mul, div, mod };
enum class CompareOp : uint8_t { lt, le, eq, gt, ge };

struct Expr;

// `low` alone is a point; a slice may lack either end.
struct Subscript {
  Expr* low = nullptr;
  Expr* high = nullptr;
  bool slice = false;
  Span span;
};

struct Expr {
  ExprKind kind{};
  BinaryOp op{};
  CompareOp compare{};
  bool is_or = false;   // logic: `or`, else `and`
  bool floors = false;  // binary: written `//`
  uint16_t depth = 1;   // of the tree below: bounded by the parser, so walks may recurse
  Span span;
  std::string_view name;   // name; base of index; function of call; struct of attribute
  std::string_view field;  // attribute
  int64_t value = 0;       // integer, boolean; the value of a constant name (resolved)
  std::span<Expr*> args;   // operands, call arguments
  std::span<Subscript> subscripts;

  // Resolved:
  DeclId decl;                     // name, index, stride(x, k)
  const Config* config = nullptr;  // attribute
  uint32_t field_index = 0;
  bool is_constant = false;      // name that stands for an integer of the surrounding Python
  std::string_view why_unknown;  // not empty: its value depends on Python that is not known, and why
};

enum class BaseType : uint8_t { size, index, boolean, stride, data };

struct Type {
  BaseType base = BaseType::data;
  bool window = false;      // [f32][n]
  std::span<Expr*> shape;   // empty for scalars
  std::string_view memory;  // "DRAM_STATIC"; empty when not given
  Span span;
};

struct Param {
  std::string_view name;
  Span span;
  Type* type = nullptr;
  DeclId decl;
};

enum class StmtKind : uint8_t {
  pass,
  alloc,
  assign,
  reduce,
  window,
  config_write,
  call,
  release,
  loop,
  barrier,
  branch
};
enum class LoopKind : uint8_t { seq, par, fork };

// Who shares a buffer that a thread allocates.
enum class MemoryKind : uint8_t {
  private_,  // each thread has its own
  shared,    // one storage for all: DRAM_STATIC, subclasses of StaticMemory
  unknown,   // its class is not known
};

struct Stmt {
  StmtKind kind{};
  LoopKind loop{};
  Span span;       // the statement; for blocks only the header
  Span name_span;  // of what is written, bound or called
  std::string_view name;
  std::string_view field;           // config_write
  Type* type = nullptr;             // alloc
  std::span<Subscript> subscripts;  // assign, reduce
  Expr* value = nullptr;            // right-hand side; condition of branch
  Expr* low = nullptr;              // loop; null for fork: 0
  Expr* high = nullptr;
  std::span<Expr*> args;  // call
  std::span<Stmt*> body;
  std::span<Stmt*> orelse;

  // Resolved:
  DeclId decl;                   // what is written or bound
  const Proc* callee = nullptr;  // null: not known
  const Config* config = nullptr;
  uint32_t field_index = 0;
  std::string_view why_unknown;              // call: why the callee is not known
  MemoryKind memory = MemoryKind::private_;  // alloc
};

enum class DeclKind : uint8_t { control, buffer, window, loop };

struct Decl {
  DeclKind kind;
  BaseType base;  // data for buffers and windows
  uint32_t rank = 0;
  std::string_view name;
  Span span;
};

enum class ProcOrigin : uint8_t { decorated, instr, printed };

struct Module;

struct Proc {
  ProcOrigin origin = ProcOrigin::decorated;
  std::string_view name;
  Span name_span;
  const Module* module = nullptr;
  uint32_t scope = kModuleScope;  // of the Python around it
  uint32_t block = 0;
  uint32_t order = 0;  // as of bindings
  std::vector<Param> params;
  std::vector<Expr*> asserts;
  std::span<Stmt*> body;
  std::vector<Decl> decls;  // by DeclId; resolved
  bool header_ok = false;   // name and params are there to be called
  bool broken = false;      // has errors: not checked, and neither are its callers
  bool called = false;      // by some proc among the checked files
};

struct ConfigField {
  std::string_view name;
  BaseType base = BaseType::data;
};

struct Config {
  std::string_view name;
  std::vector<ConfigField> fields;
};

struct Module {
  SourceFile file;
  Arena arena;
  std::deque<Proc> procs;  // addresses are stable
  std::deque<Config> configs;
  // Of procs as Exo prints them, which never show the class: fields are what the procs use. By resolve.h.
  std::deque<Config> implied_configs;
  PythonNames names;
};

}  // namespace dh::exo
