#include "erlang/core/keyword_starts.h"

#include <algorithm>
#include <array>

namespace dh::erlang {
namespace {

struct Start {
  std::string_view module, function;
  uint32_t arity;  // with the options
  std::string_view erlang_module;
  bool has_options_in_erlang;
};

constexpr std::array<Start, 7> kStarts = {
    {{"Elixir.GenServer", "start_link", 3, "gen_server", true},
     {"Elixir.GenServer", "start", 3, "gen_server", true},
     {"Elixir.GenStateMachine", "start_link", 3, "gen_statem", true},
     {"Elixir.GenStateMachine", "start", 3, "gen_statem", true},
     {"Elixir.Supervisor", "start_link", 3, "supervisor", false},
     {"Elixir.DynamicSupervisor", "start_link", 3, "supervisor", false},
     {"Elixir.PartitionSupervisor", "start_link", 3, "supervisor", false}}};

class Rewriter {
 public:
  Rewriter(CoreModule& module, SharedInterner& names)
      : module_(module), names_(names), name_(names.intern("name")), local_(names.intern("local")) {}

  void run() {
    for (CoreFunction& function : module_.functions) {
      f_ = &function;
      for (Call& call : function.calls) {
        if (call.kind == CallKind::named) rewrite(call);
      }
    }
  }

 private:
  const Start* start_of(const Call& call) const {
    auto fits = [&](const Start& start) {
      return call.callee.arity + 1 >= start.arity && call.callee.arity <= start.arity &&
             names_.text(call.callee.module) == start.module &&
             names_.text(call.callee.name) == start.function;
    };
    auto it = std::find_if(kStarts.begin(), kStarts.end(), fits);
    return it == kStarts.end() ? nullptr : &*it;
  }

  void rewrite(Call& call) {
    const Start* start = start_of(call);
    if (start == nullptr) return;
    auto given = f_->operands_in(call.arguments);
    std::vector<ValueId> arguments(given.begin(), given.end());
    bool has_options = arguments.size() == start->arity;
    ValueId name = has_options ? keyword(arguments.back()) : ValueId();
    ValueId options = has_options ? arguments.back() : add_constant({ConstantKind::nil, Symbol(), 0});
    if (has_options) arguments.pop_back();
    if (name.valid()) arguments.insert(arguments.begin(), registered(name));
    if (start->has_options_in_erlang) arguments.push_back(options);
    call.callee = {names_.intern(start->erlang_module), call.callee.name,
                   static_cast<uint32_t>(arguments.size())};
    call.arguments = {static_cast<uint32_t>(f_->operands.size()), static_cast<uint32_t>(arguments.size())};
    f_->operands.insert(f_->operands.end(), arguments.begin(), arguments.end());
  }

  Symbol atom(ValueId id) const {
    const Value& v = f_->value(id);
    if (v.kind != ValueKind::constant || module_.constants[v.index].kind != ConstantKind::atom) return {};
    return module_.constants[v.index].text;
  }

  // The value of `name:` in a list that is written here.
  ValueId keyword(ValueId list) const {
    for (const Value* v = &f_->value(list); v->kind == ValueKind::cons;) {
      auto cell = f_->operands_of(*v);
      const Value& item = f_->value(cell[0]);
      if (item.kind == ValueKind::tuple && item.count == 2 && atom(f_->operands_of(item)[0]) == name_)
        return f_->operands_of(item)[1];
      v = &f_->value(cell[1]);
    }
    return {};
  }

  // {local, Name}; {global, Name} and {via, Module, Name} stay.
  ValueId registered(ValueId name) {
    if (f_->value(name).kind == ValueKind::tuple) return name;
    ValueId local = add_constant({ConstantKind::atom, local_, 0});
    Value tuple;
    tuple.kind = ValueKind::tuple;
    tuple.first = static_cast<uint32_t>(f_->operands.size());
    tuple.count = 2;
    f_->operands.push_back(local);
    f_->operands.push_back(name);
    return add(tuple);
  }

  ValueId add_constant(const Constant& constant) {
    auto it = std::find(module_.constants.begin(), module_.constants.end(), constant);
    Value value;
    value.kind = ValueKind::constant;
    value.index = static_cast<uint32_t>(it - module_.constants.begin());
    if (it == module_.constants.end()) module_.constants.push_back(constant);
    return add(value);
  }

  ValueId add(const Value& value) {
    f_->values.push_back(value);
    return ValueId(static_cast<uint32_t>(f_->values.size() - 1));
  }

  CoreModule& module_;
  SharedInterner& names_;
  Symbol name_, local_;
  CoreFunction* f_ = nullptr;
};

}  // namespace

void use_erlang_starts(CoreModule& module, SharedInterner& names) {
  Rewriter(module, names).run();
}

}  // namespace dh::erlang
