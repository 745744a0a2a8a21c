#include "erlang/values/tables.h"

#include <algorithm>

#include "erlang/core/callbacks.h"
#include "erlang/values/child_specs.h"
#include "erlang/values/server_flow.h"
#include "erlang/values/table_makers.h"

namespace dh::erlang {
namespace {

// The fun of ets:foldl and similar functions: it is called here and not kept.
bool called_in_place(const Model& model, const Call& call, size_t argument,
                     const std::vector<Target>& targets) {
  if (call.kind != CallKind::named || targets.empty()) return false;
  auto it = model.callbacks.find(call.callee);
  if (it == model.callbacks.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [&](const CallbackModel& cb) {
    return cb.fun == static_cast<int>(argument) && cb.how != Callback::spawn;
  });
}

// Calls that give their arguments to a process which they start.
FlatSet<FunctionKey> starters_of(const Model& model) {
  FlatSet<FunctionKey> starters;
  for (const auto& [key, callbacks] : model.callbacks) {
    if (std::any_of(callbacks.begin(), callbacks.end(),
                    [](const CallbackModel& cb) { return cb.how == Callback::spawn; }))
      starters.insert(key);
  }
  for (const auto& [name, behaviour] : model.behaviours) {
    for (const BehaviourStart& start : behaviour.started_by) starters.insert(start.function);
  }
  return starters;
}

// Such a call that starts one process, which runs what it is told to and nothing else.
bool starts_one(const Model& model, const Call& call) {
  return model.callbacks.contains(call.callee) && !model.start_many.contains(call.callee);
}

constexpr int kDepth = 4;  // of terms that hold a table

}  // namespace

Tables::Tables(const Core& core, const Model& model, const Values& values)
    : core_(core), model_(model), values_(values) {
  TableMakers makers(core, model, values);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    for (const Call& call : core.function(f).calls) {
      if (!makers.makes_table(call)) continue;
      for (MadeTable& made : makers.made_by(f, call)) {
        uint32_t index = static_cast<uint32_t>(tables_.size());
        by_site_[made.info.site.value].push_back(index);
        if (made.info.named || !made.info.options_known) {
          for (ConstantId name : made.names) by_name_[name.value].push_back(index);
        }
        tables_.push_back(std::move(made.info));
      }
    }
  }
  find_escapes();
  find_temporary();
}

TableView Tables::view(const ValueSet& set) const {
  TableView view;
  view.unknown = set.unknown || set.objects.empty();
  for (const Object& o : set.objects) {
    if (o.kind == ObjectKind::table) {
      if (auto it = by_site_.find(o.index); it != by_site_.end()) {
        for (uint32_t index : it->second) view.tables.push_back(&tables_[index]);
        continue;
      }
    } else if (o.kind == ObjectKind::constant) {
      if (core_.constant(ConstantId(o.index)).kind != ConstantKind::atom) continue;
      if (auto it = by_name_.find(o.index); it != by_name_.end()) {
        for (uint32_t index : it->second) view.tables.push_back(&tables_[index]);
        continue;
      }
      view.unknown = true;
    }
  }
  return view;
}

Reach Tables::reach(const TableView& view, bool by_reading) const {
  bool closed = false, unsure = view.unknown;
  for (const TableInfo* t : view.tables) {
    if (t->access == TableAccess::public_ || (by_reading && t->access == TableAccess::protected_)) {
      if (by_reading && t->ordered) continue;  // next of an ordered set does not mind deletions
      if (t->named || t->escapes) return Reach::shared;
      closed = true;
    } else if (!t->options_known) {
      unsure = true;
    } else {
      closed = true;
    }
  }
  if (unsure) return closed ? Reach::likely_owner : Reach::unknown;
  return Reach::owner;
}

int Tables::keypos(const TableView& view) const {
  int keypos = view.tables.empty() ? 1 : view.tables[0]->keypos;
  for (const TableInfo* t : view.tables) {
    if (t->keypos != keypos) return 0;
  }
  return keypos;
}

// A table without a name is shared when it is handed to another process, or out of sight.
void Tables::find_escapes() {
  callees_.resize(core_.function_count());
  FlatSet<FunctionKey> starters = starters_of(model_);
  for (uint32_t i = 0; i < core_.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core_.function(f);
    for (const Call& call : function.calls) {
      auto arguments = function.operands_in(call.arguments);
      if (call.kind == CallKind::named && model_.pure.contains(call.callee)) continue;
      bool modelled = call.kind == CallKind::named && model_.operations.contains(call.callee);
      std::vector<Target> targets = values_.targets(f, call);
      for (const Target& t : targets) callees_[i].push_back(t.function);
      bool spawns = call.kind == CallKind::named && starters.contains(call.callee);
      bool starts = spawns && starts_one(model_, call);
      for (size_t a = 0; a < arguments.size(); ++a) {
        bool out = targets.empty() && !modelled, handed_over = spawns;
        if (modelled) {
          // As the object of an insert it goes into a table; as the table itself it stays where it is.
          for (const OperationModel& op : model_.operations.at(call.callee)) {
            if (a >= op.roles.size()) continue;
            handed_over |= op.roles[a] == ArgRole::object || op.roles[a] == ArgRole::none ||
                           op.roles[a] == ArgRole::message;
          }
        }
        if ((out || handed_over) && !called_in_place(model_, call, a, targets))
          escape(f, arguments[a], {handed_over ? f : FunctionId(), FunctionId(), starts && !modelled},
                 kDepth);
      }
    }
  }
  for (const ChildSpec& child : find_child_specs(core_, model_)) {
    for (const ChildArgument& a : child.arguments)
      escape(a.function, a.value, {a.function, FunctionId()}, kDepth);
  }
  escape_answers();
  for (uint32_t i = 0; i < core_.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core_.function(f);
    // What a callback returns stays in its process.
    if (function.exported && function.result.valid() && !is_callback(core_, model_, f))
      escape(f, function.result, {FunctionId(), f, false}, kDepth);
  }
  callees_ = {};
}

// What a callback gives besides the next state, such as a reply, gets to other processes.
void Tables::escape_answers() {
  auto answer = [&](uint32_t module, FunctionId f, ValueId tuple) {
    const CoreFunction& function = core_.function(f);
    size_t state = state_in(core_, model_, core_.modules()[module], f, tuple);
    auto parts = function.operands_of(function.value(tuple));
    for (size_t i = 1; state < parts.size() && i < parts.size(); ++i) {
      if (i != state) escape(f, parts[i], {f, FunctionId()}, kDepth);
    }
  };
  for (const ServerFlow::State& s : find_server_flow(core_, model_).results) {
    if (!s.inside) {
      answer(s.module, s.function, s.value);
      continue;
    }
    for (const Object& o : values_.of(s.function, s.value).objects) {
      if (o.kind != ObjectKind::tuple) continue;
      FunctionId f = core_.owner(NodeId(o.index));
      answer(s.module, f, core_.value_of(f, NodeId(o.index)));
    }
  }
}

// A function that does not make a table, nor lets it be made, only returns it to who gave it.
bool Tables::gives_out(FunctionId function, FunctionId maker) {
  if (reached_from_ != function) {
    reached_from_ = function;
    reached_ = {function.value};
    std::vector<FunctionId> todo = {function};
    while (!todo.empty()) {
      FunctionId f = todo.back();
      todo.pop_back();
      for (FunctionId t : callees_[f.index()]) {
        if (reached_.insert(t.value).second) todo.push_back(t);
      }
    }
  }
  return reached_.contains(maker.value);
}

std::vector<uint32_t> Tables::escaped_functions() const {
  std::vector<uint32_t> all(escaped_.begin(), escaped_.end());
  std::sort(all.begin(), all.end());
  return all;
}

// What a map or a computed list holds is not among the values that it can be, but goes with it.
void Tables::escape(FunctionId f, ValueId value, Way way, int depth) {
  const CoreFunction& function = core_.function(f);
  const Value& v = function.value(value);
  if ((v.kind == ValueKind::unknown || v.kind == ValueKind::computed) && depth > 0) {
    for (ValueId part : function.operands_of(v)) escape(f, part, way, depth - 1);
  } else {
    escape(values_.of(f, value), way, depth);
  }
}

void Tables::escape(const ValueSet& set, Way way, int depth) {
  for (const Object& o : set.objects) {
    if (o.kind == ObjectKind::table) {
      auto it = by_site_.find(o.index);
      if (it == by_site_.end()) continue;
      FunctionId by = way.handed_over_by;
      for (uint32_t index : it->second) {
        TableInfo& table = tables_[index];
        bool escapes = !way.returned_by.valid() || gives_out(way.returned_by, table.maker);
        table.escapes = table.escapes || escapes;
        table.only_started = table.only_started && (way.to_started || !escapes);
        bool known =
            std::find(table.handed_over.begin(), table.handed_over.end(), by) != table.handed_over.end();
        if (by.valid() && !known) table.handed_over.push_back(by);
      }
    } else if (o.kind == ObjectKind::function) {
      // A fun takes what it captures along.
      escaped_.insert(o.index);
      if (!followed_.insert(hash_combine(o.index, way.key())).second) continue;
      FunctionId f(o.index);
      const CoreFunction& function = core_.function(f);
      for (uint32_t v = 0; v < function.values.size(); ++v) {
        if (function.values[v].kind == ValueKind::outer) escape(values_.of(f, ValueId(v)), way, depth - 1);
      }
    } else if (o.kind == ObjectKind::tuple && depth > 0) {
      FunctionId f = core_.owner(NodeId(o.index));
      const CoreFunction& function = core_.function(f);
      for (ValueId part : function.operands_of(function.value(core_.value_of(f, NodeId(o.index))))) {
        escape(f, part, way, depth - 1);
      }
    } else if (o.kind == ObjectKind::cons && depth > 0) {
      escape_list(NodeId(o.index), way, depth);
    }
  }
}

// All elements are as deep in it as the first; a list that is put together in a loop is its own tail.
void Tables::escape_list(NodeId list, Way way, int depth) {
  std::vector<NodeId> todo{list};  // a list is as long as it likes
  while (!todo.empty()) {
    NodeId cell = todo.back();
    todo.pop_back();
    uint64_t known = hash_combine(cell.value, way.key());
    if (!followed_cells_.insert(hash_combine(known, static_cast<uint64_t>(depth))).second) continue;
    FunctionId f = core_.owner(cell);
    const CoreFunction& function = core_.function(f);
    auto parts = function.operands_of(function.value(core_.value_of(f, cell)));
    escape(f, parts[0], way, depth - 1);
    ValueSet rest;
    for (const Object& o : values_.of(f, parts[1]).objects) {
      if (o.kind == ObjectKind::cons) {
        todo.push_back(NodeId(o.index));
      } else {
        rest.objects.push_back(o);
      }
    }
    escape(rest, way, depth);
    ValueKind kind = function.value(parts[1]).kind;
    if (kind == ValueKind::unknown || kind == ValueKind::computed) escape(f, parts[1], way, depth);
  }
}

// A table that lives as long as a call: what is called may see it, but has no reason to keep it.
void Tables::find_temporary() {
  for (TableInfo& table : tables_) {
    const CoreFunction& maker = core_.function(table.maker);
    table.temporary = std::any_of(maker.calls.begin(), maker.calls.end(), [&](const Call& c) {
      return c.kind == CallKind::named &&
             (c.callee == model_.delete_table || c.callee == model_.rename_table) &&
             maker.operands_in(c.arguments)[0] == table.call->result;
    });
  }
}

}  // namespace dh::erlang
