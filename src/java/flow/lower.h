// From trees to flows: every body of a unit becomes blocks of operations.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "java/flow/locks_held.h"
#include "java/flow/resolve.h"
#include "java/flow/unit.h"

namespace dh::java {

// What happens to the value of an expression.
struct Use {
  bool content_read = false;
  bool content_write = false;
  bool leaks = false;    // the object escapes
  bool monitor = false;  // synchronized (x), x.lock()
  bool length = false;   // x.length of an array
  bool bound = false;    // x of x::m, which was evaluated where the reference was made
  bool invoked = false;  // x.m(): a lambda that x returns runs now
  uint32_t inside = 0;   // what content is used, in Unit::contents
  Symbol called = {};    // m of x.m()
  UseEvidence evidence = UseEvidence::seen;
};

class Lowerer {
 public:
  // `top`: the unit's outermost class.
  Lowerer(Unit& unit, TypeId top) : unit_(unit), top_(top), resolver_(unit, variables_) {}

  // Lowers every body of a class and of the classes inside it.
  void add_class(TypeId type);
  // The body of a method as it runs on an object of `subject`, lowered when it is not there yet.
  BodyId body_of(MethodId method, TypeId subject);
  // Lowers the bodies that body_of has requested meanwhile.
  void finish();

  const Store<VarId, Variable>& variables() const { return variables_; }

 private:
  struct Finalizer {
    const Block* block = nullptr;  // finally { ... }; null: release the monitor
    MonitorId monitor;
    LockMode mode = LockMode::exclusive;
    BlockId outer_handler;
    std::vector<std::pair<BlockId, BlockId>> copies;  // by where the jump goes
  };
  struct Target {
    Symbol label;  // invalid: none
    BlockId block;
    size_t depth = 0;  // finalizers that stay
    bool is_continue = false;
    bool is_yield = false;
    bool takes_plain = true;  // break; without label
  };
  // What is being lowered.
  struct Frame {
    BodyId body;
    FlowBuilder flow;
    std::vector<Finalizer> finalizers;
    std::vector<Target> targets;
    BlockId exit;
    FlatMap<Symbol, int> assignments;  // how often names are assigned in the body
    std::vector<VarId> carriers;       // variables whose object knows `this`
    std::vector<FieldId> carrier_fields;
    bool too_big = false;
    bool optimistic = false;  // there are optimistic reads
    size_t steps = 0;         // statements lowered
    int loops = 0;            // around what is being lowered
  };
  struct Waiting {
    BodyId body;
    MethodId method;
  };

  // --- lower.cpp: bodies
  void add_members(TypeId type);
  BodyId new_body(BodyKind kind, TypeId owner, std::string name);
  void lower_method(BodyId body, const Method& method);
  void lower_initializers(TypeId type, bool is_static);
  BodyId lower_lambda(const Lambda& lambda);
  BodyId lower_reference(const MethodRef& ref);
  void set_entry_locks(Body& body, MethodId method);
  bool is_serial_callback(const MethodInfo& method) const;
  void confine(Body& body, const MethodInfo& method);
  // --- lower_lombok.cpp
  void lombok_lock(Body& body, const MethodInfo& method);
  void add_lombok_accessors(TypeId type);
  void add_lombok_accessor(FieldId field, const std::string& name, FieldAccessUse use);
  void find_confined();
  void run_confined(const Call& call);
  bool run_nameless(const Call& call);
  void begin(Frame& frame, BodyId body, const Node* tree);
  void end(Frame& frame, Frame* outer);
  VarId declare(const Var& var, TypeRef type);
  VarId declare_param(const Var& var, int32_t number);
  FlatMap<Symbol, PathId> kept_params(const Method& constructor);
  std::vector<BodyId> methods_of_anonymous(TypeId type);

  // --- lower_stmt.cpp
  void statement(const Stmt* stmt);
  void statements(List<Stmt> list);
  void local_vars(const LocalVars& vars);
  void if_statement(const If& stmt);
  void loop(const Expr* condition, const Stmt* body, List<Expr> update, bool test_first);
  void for_each_statement(const ForEach& stmt);
  void switch_cases(const Switch& node, bool is_expression, const Use& use);
  VarId variable_kept_in(const Synchronized& stmt);
  void synchronized_statement(const Synchronized& stmt);
  void try_statement(const Try& stmt);
  void try_body(const Try& stmt, size_t resource);
  void guarded(MonitorId monitor, LockMode mode, bool acquire, const std::function<void()>& body);
  void run_finalizer(size_t index);
  void jump_to(const Target& target);
  void jump_out(Symbol label, bool is_continue, bool is_yield);
  void throw_out();
  void with_targets(const std::vector<Target>& targets, const std::function<void()>& body);

  // --- lower_expr.cpp
  void expression(const Expr* expr, const Use& use);
  void condition(const Expr* expr, BlockId if_true, BlockId if_false);
  bool lock_condition(const Expr* expr, BlockId if_true, BlockId if_false);
  bool zero_test(const Binary& test, BlockId if_true, BlockId if_false);
  void branch_with(const Op& op, BlockId if_true, BlockId if_false);
  void name_expression(const Expr* expr, Symbol name, const Use& use);
  void field_expression(const Expr* expr, const Use& use);
  void binary_expression(const Binary& expr);
  void logical(const Expr* expr);
  void assignment(const Assign& expr);
  void store(const Expr* target, bool also_reads, const Expr* value);
  void store_local(VarId var, const Expr* value);
  void set_alias_later(VarId var, const Expr* value);
  bool makes_fresh(const Expr* value);
  bool stores_same_value(const FieldInfo& field, const Expr* value);
  void pattern(const Pattern* p);
  void emit_access(const FieldRef& ref, FieldAccessUse use, const Use& why, const Expr* at);
  bool is_judged(FieldId field) const;
  void publish(const Expr* value);
  void escape_by_store(const Expr* target, const Expr* value);

  // --- lower_call.cpp, lower_locks.cpp, lower_escape.cpp, lower_targets.cpp
  struct TryCall {
    MonitorId monitor;
    LockMode mode = LockMode::exclusive;
    bool convert = false;
  };
  // How the arguments of one call are taken.
  struct ArgumentContext {
    CallSite* site = nullptr;
    bool is_method = false;         // not a constructor
    bool at_once = false;           // lambdas run before the call returns
    bool candidate = false;         // decided by the callee's text
    bool neutral = false;           // the callee does not use its contents
    uint64_t modified = 0;          // bit i: argument i is modified
    std::vector<BodyId> runs;       // lambdas that run at once
    Escaped escaped = Escaped::no;  // `this` is passed
    MonitorId serial;               // the tasks given to this executor run one after another

    void escape(Escaped how) { escaped = std::max(escaped, how); }
  };
  void call_expression(const Call& call, const Use& use);
  void call_of_parameter(const Call& call);
  bool is_parameter(VarId var) const;
  bool lock_call(const Call& call);
  bool holds_lock(const Call& call);
  std::optional<MonitorId> asserted_lock(const Expr* expr);
  MonitorId main_thread();
  bool requires_main_thread(const Call& call) const;
  void assert_condition(const Expr* expr);
  std::optional<TryCall> try_call(const Expr* expr);
  std::optional<TryCall> try_helper(const Call& call);
  std::optional<LockMethod> lock_method(const Call& call, LockRef* lock);
  std::optional<LockMethod> method_of(const LockRef& lock, const Call& call) const;
  LockRef inherited_lock(const Call& call);
  bool modifies_by_name(const TypeRef& type, std::string_view name, size_t args) const;
  Use receiver_use(const Call& call, const Use& outer);
  void argument(const Expr* arg, uint32_t number, ArgumentContext& context);
  void serialize_methods(const Expr* made, MonitorId serial);
  MonitorId serial_monitor(const Expr* executor, Symbol method);
  bool runs_at_once(const Call& call);
  void new_object(const NewObject& expr, const Use& use);
  void hold_in_guard(const NewObject& expr, TypeId anonymous);
  void constructor_call(const ConstructorCall& stmt);
  void method_reference(const MethodRef& ref, bool at_once, bool bound = false);
  void confine_task(List<Expr> args);
  bool in_unit(TypeId type) const;
  // `anywhere`: also bodies outside the unit, which are lowered into it.
  std::vector<BodyId> targets_of(const std::vector<MethodId>& methods, TypeId receiver, bool is_virtual,
                                 bool anywhere = false);
  bool gets_lambda(const Call& call) const;
  bool gets_lock(const Call& call);
  void add_overriders(TypeId type, MethodId method, const std::function<void(MethodId, TypeId)>& add,
                      int depth);
  void constructors_of(TypeId type, size_t arity, std::vector<BodyId>& out);
  bool acquired_inside(const LockRef& handle) const;
  void keep_handle(VarId var, const Expr* value);
  bool close_call(const Call& call);
  BodyId lambda_of_local(const Var& var);
  bool lambda_call(const Call& call);
  bool runs_in_parallel(const Call& call) const;
  BodyId local_lambda(const Expr* name) const;
  void pass_lambda(BodyId body, uint32_t number, ArgumentContext& context);
  std::vector<MonitorId> forget_unvalidated(Flow& flow) const;
  bool knows_this(const Expr* expr);
  void escape_through(const Call& call);
  bool is_harmless(const Call& call);

  MonitorId monitor_of(const LockRef& lock, MonitorKind kind);
  FlowBuilder& flow() { return frame_->flow; }
  void op(OpKind kind, uint32_t a = 0, uint32_t b = 0, LockMode mode = LockMode::exclusive,
          bool throws = true);
  const Knowledge& knowledge() const { return unit_.knowledge; }
  const Index& index() const { return unit_.knowledge.index(); }

  Unit& unit_;
  TypeId top_;
  Store<VarId, Variable> variables_;
  BodyResolver resolver_;
  Frame* frame_ = nullptr;
  Symbol pending_label_;                                          // of the loop that comes next
  FlatMap<std::pair<uint64_t, uint32_t>, BodyId> method_bodies_;  // by method and subject
  std::vector<Waiting> waiting_;
  FlatMap<const Expr*, BodyId> lambda_bodies_;
  const Var* annotated_var_ = nullptr;  // the local variable with annotations whose value is being lowered
  size_t steps_ = 0;                    // statements lowered
  size_t outside_ = 0;                  // calls followed out of the unit
};

}  // namespace dh::java
