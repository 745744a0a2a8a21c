#include "erlang/values/table_makers.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxPaths = 64;

bool is_constant(const ValueSet& set) {
  return set.objects.size() == 1 && !set.unknown && set.objects[0].kind == ObjectKind::constant;
}

}  // namespace

TableMakers::TableMakers(const Core& core, const Model& model, const Values& values)
    : core_(core), model_(model), values_(values) {
  FlatMap<FunctionKey, FunctionId> told;  // functions that make tables of names that they are given
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    for (const Call& call : function.calls) {
      if (!makes_table(call)) continue;
      ValueId name = function.operands_in(call.arguments)[0];
      if (function.value(name).kind == ValueKind::param && function.name.valid())
        told.emplace(FunctionKey{core.module_of(f).name, function.name, function.arity}, f);
    }
  }
  if (told.empty()) return;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    for (const Call& call : core.function(f).calls) {
      if (call.kind != CallKind::named) continue;
      if (auto it = told.find(call.callee); it != told.end())
        callers_[it->second.value].push_back({f, &call});
    }
  }
}

bool TableMakers::makes_table(const Call& call) const {
  if (call.kind != CallKind::named || call.arguments.count < 2) return false;
  auto it = model_.operations.find(call.callee);
  if (it == model_.operations.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [](const OperationModel& op) {
    return std::find(op.roles.begin(), op.roles.end(), ArgRole::new_table) != op.roles.end();
  });
}

ValueId TableMakers::root_of(FunctionId f, ValueId value) const {
  const CoreFunction& function = core_.function(f);
  while (function.value(value).kind == ValueKind::field)
    value = function.operands_of(function.value(value))[0];
  return value;
}

ValueSet TableMakers::of(FunctionId f, ValueId value, const Way& way) const {
  auto given = std::find_if(way.begin(), way.end(), [&](const Given& g) { return g.value == value; });
  if (given != way.end()) return given->set;
  const CoreFunction& function = core_.function(f);
  const Value& v = function.value(value);
  if (v.kind != ValueKind::field || way.empty()) return values_.of(f, value);
  return values_.element(of(f, function.operands_of(v)[0], way), v.index);
}

// By the tuples that say how each table is to be, or by who calls the function.
std::vector<TableMakers::Way> TableMakers::ways(FunctionId f, ValueId name) const {
  const CoreFunction& function = core_.function(f);
  ValueId root = root_of(f, name);
  std::vector<Way> result;
  if (root != name) {
    for (const Object& o : values_.of(f, root).objects) {
      if (o.kind == ObjectKind::tuple) result.push_back({{root, {{o}, false}}});
    }
    return result;
  }
  auto callers = callers_.find(f.value);
  if (callers == callers_.end()) return result;
  for (const Caller& caller : callers->second) {
    auto arguments = core_.function(caller.function).operands_in(caller.call->arguments);
    Way& way = result.emplace_back();
    for (uint32_t p = 0; p < arguments.size() && p < function.arity; ++p)
      way.push_back({ValueId(p), values_.of(caller.function, arguments[p])});
  }
  return result;
}

std::vector<MadeTable> TableMakers::made_by(FunctionId f, const Call& call) const {
  std::vector<MadeTable> result;
  MadeTable any = make(f, call, {});
  std::vector<Way> each = ways(f, core_.function(f).operands_in(call.arguments)[0]);
  if (each.size() > 1 && each.size() <= kMaxPaths) {
    for (const Way& way : each) {
      MadeTable made = make(f, call, way);
      // Only names tell who uses which of them.
      if (made.info.named && made.info.name.valid()) result.push_back(std::move(made));
    }
  }
  // Whatever is not among them.
  std::erase_if(any.names, [&](ConstantId name) {
    return std::any_of(result.begin(), result.end(),
                       [&](const MadeTable& made) { return made.info.name == name; });
  });
  if (result.empty() || !any.names.empty()) result.push_back(std::move(any));
  return result;
}

MadeTable TableMakers::make(FunctionId f, const Call& call, const Way& way) const {
  MadeTable made;
  TableInfo& info = made.info;
  info.site = core_.node(f, call.result);
  info.maker = f;
  info.call = &call;
  auto arguments = core_.function(f).operands_in(call.arguments);
  ValueSet name = of(f, arguments[0], way);
  if (is_constant(name)) info.name = ConstantId(name.objects[0].index);
  read_options(info, arguments[1], way);
  for (const Object& o : name.objects) {
    if (o.kind == ObjectKind::constant) made.names.push_back(ConstantId(o.index));
  }
  return made;
}

// Follows the list cell by cell through the sets of values, so options that are held in variables, or put
// together from several lists, are seen too.
void TableMakers::read_options(TableInfo& info, ValueId options, const Way& way) const {
  struct Part {
    FunctionId function;
    ValueId list;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> todo{{info.maker, options}}, seen;
  bool certain = true;  // so far; after alternatives, an option may be one of another table
  while (!todo.empty() && seen.size() < 64) {
    Part part = todo.back();
    todo.pop_back();
    if (std::find(seen.begin(), seen.end(), part) != seen.end()) continue;
    seen.push_back(part);
    const CoreFunction& holder = core_.function(part.function);
    const Value& value = holder.value(part.list);
    if (value.kind == ValueKind::computed && core_.text(operation_of(value)) == "++") {
      auto lists = holder.operands_of(value);
      todo.insert(todo.end(), {{part.function, lists[1]}, {part.function, lists[0]}});
      continue;
    }
    auto values_in = [&](FunctionId f, ValueId v) { return of(f, v, f == info.maker ? way : Way()); };
    ValueSet set = values_in(part.function, part.list);
    if (set.unknown || set.objects.empty()) info.options_known = false;
    if (set.objects.size() > 1) certain = false;
    for (const Object& o : set.objects) {
      if (o.kind == ObjectKind::constant) {
        if (core_.constant(ConstantId(o.index)).kind != ConstantKind::nil) info.options_known = false;
        continue;
      }
      if (o.kind != ObjectKind::cons) continue;
      FunctionId owner = core_.owner(NodeId(o.index));
      const CoreFunction& function = core_.function(owner);
      auto cell = function.operands_of(function.value(core_.value_of(owner, NodeId(o.index))));
      read_option(info, values_in(owner, cell[0]), certain);
      todo.push_back({owner, cell[1]});
    }
  }
}

void TableMakers::read_option(TableInfo& info, const ValueSet& option, bool certain) const {
  if (option.unknown || option.objects.size() != 1) {
    info.options_known = false;
    certain = false;
  }
  for (const Object& o : option.objects) {
    if (o.kind == ObjectKind::constant) {
      std::string text = core_.constant_text(ConstantId(o.index));
      if (text == "public") info.access = TableAccess::public_;
      if (text == "private" && info.access != TableAccess::public_) info.access = TableAccess::private_;
      if (text == "named_table") info.named = true;
      if (text == "ordered_set") info.ordered = certain;
      if (text == "bag" || text == "duplicate_bag") info.bag = certain;
    } else if (o.kind == ObjectKind::tuple) {
      ValueSet self{{o}, false};
      ValueSet tag = values_.element(self, 0), position = values_.element(self, 1);
      if (tag.objects.size() != 1 || tag.objects[0].kind != ObjectKind::constant) continue;
      if (core_.constant_text(ConstantId(tag.objects[0].index)) != "keypos") continue;
      int other = certain ? 1 : info.keypos;  // of another table; 1 also where none was seen
      info.keypos = 0;
      if (!is_constant(position)) continue;
      const Constant& n = core_.constant(ConstantId(position.objects[0].index));
      if (n.kind != ConstantKind::integer || n.integer < 1 || n.integer > 255) continue;
      if (other == 1 || other == n.integer) info.keypos = static_cast<int>(n.integer);
    }
  }
}

}  // namespace dh::erlang
