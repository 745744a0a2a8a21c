#include "whole_program/roots.h"

#include <fmt/format.h>

#include <algorithm>

#include "whole_program/relevance.h"

namespace dh::whole {

using namespace smallir;

namespace {

bool starts_thread(Role role) {
  switch (role) {
    case Role::start_thread:
    case Role::create_thread:
    case Role::promise:
    case Role::fork_unpreempted:
      return true;
    case Role::none:
    case Role::allocate:
    case Role::resume:
    case Role::start_and_join:
    case Role::join:
    case Role::ended:
    case Role::request_end:
    case Role::paused:
    case Role::critical:
    case Role::critical_read:
    case Role::critical_write:
    case Role::acquire:
    case Role::release:
    case Role::lock_wait:
    case Role::lock_signal:
    case Role::signal:
    case Role::signal_all:
    case Role::wait:
    case Role::timed_wait:
    case Role::keep_send:
    case Role::send_to_contents:
    case Role::put:
    case Role::take:
    case Role::unpreempted:
    case Role::later:
    case Role::later_in_ui:
    case Role::later_send:
    case Role::perform:
    case Role::perform_with_arguments:
    case Role::evaluate:
    case Role::evaluate_with_arguments:
    case Role::no_order:
      return false;
  }
  return false;
}

// Selectors that start a thread when a block gets them; `value:` of a Promise class is too common to say so.
std::vector<bool> starting_selectors(const Module& module, const LibraryModel& model) {
  std::vector<bool> starting(module.names.size());
  for (const SelectorModel& entry : model.selectors) {
    Symbol symbol = module.names.find(entry.selector);
    bool to_block = !entry.on_class_side && entry.body == 0;
    if (symbol.valid() && to_block && starts_thread(entry.role)) starting[symbol.index()] = true;
  }
  return starting;
}

bool is_one_of(std::string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Not called by users.
bool is_private(const Module& module, const LibraryModel& model, const Function& function) {
  return module.text(function.protocol).starts_with("private") ||
         is_one_of(module.text(function.name), model.own_object);
}

std::string class_name(const Module& module, ClassId id) {
  const Class& klass = module.classes[id];
  std::string name(module.text(klass.name));
  return klass.is_meta ? name + " class" : name;
}

// Methods that an object of the class understands, nearest first, up to the first class above that is only
// known by name.
std::vector<FunctionId> understood(const Module& module, ClassId class_id, bool own_only) {
  std::vector<FunctionId> methods;
  FlatSet<uint32_t> seen;
  for (ClassId at = class_id; at.valid() && module.classes[at].defined; at = module.classes[at].superclass) {
    const Class& klass = module.classes[at];
    // A root class's methods (Object's own) are not what makes this class.
    if (at != class_id && !klass.superclass.valid()) break;
    for (FunctionId id : module.methods_of(klass)) {
      if (seen.insert(module.functions[id].name.value).second) methods.push_back(id);
    }
    if (own_only) break;
  }
  return methods;
}

// The methods of a class and of those above it that are not roots.
std::vector<FunctionId> with_overridden(const Module& module, ClassId class_id) {
  std::vector<FunctionId> methods;
  for (ClassId at = class_id; at.valid() && module.classes[at].defined; at = module.classes[at].superclass) {
    const Class& klass = module.classes[at];
    if (at != class_id && !klass.superclass.valid()) break;
    auto own = module.methods_of(klass);
    methods.insert(methods.end(), own.begin(), own.end());
  }
  return methods;
}

// `initializeHost:port:`, which the class sends to an object that it makes.
void add_initialisers_with_arguments(const Module& module, ClassId class_id, std::vector<FunctionId>& once) {
  const Class& klass = module.classes[class_id];
  if (klass.is_meta || !klass.other_side.valid()) return;
  FlatSet<uint32_t> sent;
  for (FunctionId method : module.methods_of(module.classes[klass.other_side])) {
    for (const Instruction& send : module.body(module.functions[method])) {
      if (send.op == Op::send) sent.insert(send.target);
    }
  }
  for (FunctionId id : module.methods_of(klass)) {
    std::string_view name = module.text(module.functions[id].name);
    bool constructs = name.starts_with("initialize") && name.ends_with(':');
    if (constructs && sent.contains(module.functions[id].name.value)) once.push_back(id);
  }
}

Root class_root(const Module& module, const LibraryModel& model, RootKind kind, ClassId class_id) {
  Root root;
  root.kind = kind;
  root.class_id = class_id;
  root.title = class_title(module, class_id);
  for (const std::string& name : model.initialisers) {
    Symbol initialize = module.names.find(name);
    if (!initialize.valid()) continue;
    FunctionId id = lookup(module, class_id, initialize);
    if (id.valid()) root.once.push_back(id);
  }
  add_initialisers_with_arguments(module, class_id, root.once);
  return root;
}

// Where packages are loaded as a whole, loading a class sends it its class-side `initialize`.
bool loading_initializes(Dialect dialect) {
  switch (dialect) {
    case Dialect::pharo:
    case Dialect::squeak:
    case Dialect::cuis:
      return true;
    case Dialect::unknown:
    case Dialect::visualworks:
    case Dialect::dolphin:
    case Dialect::gemstone:
    case Dialect::gnu:
      return false;
  }
  return false;
}

// What the system sends to a class before anything else runs comes from users no more.
void move_start_up(const Module& module, const LibraryModel& model, Root& root) {
  std::erase_if(root.functions, [&](FunctionId id) {
    const Function& function = module.functions[id];
    bool at_load = function.class_id == root.class_id && is_one_of(module.text(function.name), model.at_load);
    if (at_load) root.once.push_back(id);
    return at_load;
  });
}

// Adds the root of a class, and one before everything else for what loading sends to it.
void add_with_loading(const Module& module, const LibraryModel& model, Root root, std::vector<Root>& roots) {
  const Class& klass = module.classes[root.class_id];
  if (klass.is_meta && loading_initializes(klass.dialect)) {
    move_start_up(module, model, root);
    for (FunctionId id : root.once) {
      if (module.functions[id].class_id != root.class_id) continue;
      Root load;
      load.kind = RootKind::load_time;
      load.class_id = root.class_id;
      load.title = function_title(module, id);
      load.functions.push_back(id);
      roots.push_back(std::move(load));
    }
    root.once.clear();
  }
  roots.push_back(std::move(root));
}

void add_entry_points(const Module& module, const LibraryModel& model, const FlatSet<uint32_t>& exported,
                      std::vector<Root>& roots) {
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    ClassId class_id(c);
    const Class& klass = module.classes[class_id];
    if (!klass.defined || klass.is_trait) continue;
    std::string name = class_name(module, class_id);
    Root root = class_root(module, model, RootKind::entry, class_id);
    bool whole = exported.contains(c);
    std::vector<const MethodPattern*> patterns;
    for (const MethodPattern& pattern : model.entry_points) {
      if (pattern.matches(name, pattern.selector)) patterns.push_back(&pattern);
    }
    if (!whole && patterns.empty()) continue;
    for (FunctionId id : understood(module, class_id, false)) {
      const Function& function = module.functions[id];
      bool wanted = whole && !is_private(module, model, function);
      for (const MethodPattern* pattern : patterns) {
        wanted |= pattern->selector.empty() ? !is_private(module, model, function)
                                            : pattern->matches(name, module.text(function.name));
      }
      bool once = std::find(root.once.begin(), root.once.end(), id) != root.once.end();
      if (wanted && !once) root.functions.push_back(id);
    }
    if (!root.functions.empty()) roots.push_back(std::move(root));
  }
}

// `X export: #Foo`, `X export: Foo`: the classes named so.
FlatSet<uint32_t> exported_classes(const Module& module, const LibraryModel& model) {
  FlatSet<uint32_t> result;
  std::vector<bool> exporting(module.names.size());
  bool any = false;
  for (const std::string& selector : model.export_selectors) {
    Symbol symbol = module.names.find(selector);
    if (symbol.valid()) any = exporting[symbol.index()] = true;
  }
  if (!any) return result;
  FlatMap<uint32_t, uint32_t> by_name;
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    const Class& klass = module.classes[ClassId(c)];
    if (!klass.is_meta && klass.defined) by_name.emplace(klass.name.value, c);
  }
  for (const Instruction& instruction : module.instructions) {
    if (instruction.op != Op::send || !exporting[instruction.selector().index()]) continue;
    for (Value value : module.operands_of(instruction).subspan(1)) {
      if (value.kind() == Value::Kind::class_ref) result.insert(value.class_id().value);
      if (value.kind() != Value::Kind::literal) continue;
      const Literal& literal = module.literals[value.literal()];
      if (!literal.text.valid()) continue;
      auto it = by_name.find(literal.text.value);
      if (it != by_name.end()) result.insert(it->second);
    }
  }
  return result;
}

// Selectors that a class sends to itself in the blocks it starts as threads and in what only those send: they
// are what its threads are made of, not what others call. Inherited methods count as its own.
FlatSet<uint32_t> sent_by_threads_only(const Module& module, ClassId class_id,
                                       const std::vector<bool>& starting) {
  struct Sent {
    uint32_t selector;
    uint32_t by;       // the method
    bool in_a_thread;  // in a block that is started
  };
  std::vector<Sent> sends;
  FlatSet<uint32_t> internal;
  for (FunctionId method : with_overridden(module, class_id)) {
    FlatSet<uint32_t> started;  // blocks
    // Blocks follow their method, outer ones first.
    for (uint32_t f = method.value; f < module.functions.size(); ++f) {
      const Function& function = module.functions[FunctionId(f)];
      if (function.home != method) break;
      if (function.parent.valid() && started.contains(function.parent.value)) started.insert(f);
      std::span<const Instruction> body = module.body(function);
      for (const Instruction& send : body) {
        if (send.op != Op::send) continue;
        Value receiver = module.operands_of(send)[0];
        if (receiver.kind() == Value::Kind::self) {
          sends.push_back({send.target, module.functions[method].name.value, started.contains(f)});
        }
        if (!starting[send.selector().index()] || receiver.kind() != Value::Kind::result) continue;
        const Instruction& maker = body[receiver.index()];
        if (maker.op == Op::block) started.insert(maker.target);
      }
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    FlatSet<uint32_t> candidates, elsewhere;
    for (const Sent& sent : sends) {
      bool inside = sent.in_a_thread || (internal.contains(sent.by) && sent.by != sent.selector);
      (inside || sent.by == sent.selector ? candidates : elsewhere).insert(sent.selector);
    }
    for (uint32_t selector : candidates) {
      if (!elsewhere.contains(selector)) changed |= internal.insert(selector).second;
    }
  }
  return internal;
}

// What processes and their synchronization do is in the model, also when the kernel's sources are analysed.
bool is_modelled(ClassKind kind) {
  return !contents_can_race(kind);
}

// Callers from several processes: nothing here starts one.
void add_api(const Module& module, const LibraryModel& model, std::vector<Root>& roots) {
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    ClassId class_id(c);
    const Class& klass = module.classes[class_id];
    if (!klass.defined || klass.is_trait || module.in_library(klass.file)) continue;
    ClassId instances = klass.is_meta ? klass.other_side : class_id;
    if (is_test_class(module, instances) || is_modelled(class_kind(module, model, instances))) continue;
    Root root = class_root(module, model, RootKind::api, class_id);
    for (FunctionId id : module.methods_of(klass)) {
      bool once = std::find(root.once.begin(), root.once.end(), id) != root.once.end();
      if (!once && !is_private(module, model, module.functions[id])) root.functions.push_back(id);
    }
    if (!root.functions.empty()) add_with_loading(module, model, std::move(root), roots);
  }
}

// One root for each test of a class: setUp, the test, tearDown.
void add_tests(const Module& module, ClassId class_id, std::vector<Root>& roots) {
  auto method = [&](std::string_view name) {
    Symbol symbol = module.names.find(name);
    return symbol.valid() ? lookup(module, class_id, symbol) : FunctionId();
  };
  FunctionId set_up = method("setUp"), tear_down = method("tearDown");
  for (FunctionId id : understood(module, class_id, false)) {
    std::string_view name = module.text(module.functions[id].name);
    if (!name.starts_with("test") || name.ends_with(':')) continue;
    Root root;
    root.kind = RootKind::test;
    root.class_id = class_id;
    root.title = fmt::format("{}>>{}", class_title(module, class_id), name);
    if (set_up.valid()) root.functions.push_back(set_up);
    root.functions.push_back(id);
    if (tear_down.valid()) root.functions.push_back(tear_down);
    roots.push_back(std::move(root));
  }
}

void add_library(const Module& module, const LibraryModel& model, std::vector<Root>& roots) {
  std::vector<Starter> starters = thread_starters(module, model);
  std::vector<bool> starting = starting_selectors(module, model);
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    ClassId class_id(c);
    const Class& klass = module.classes[class_id];
    if (!klass.defined || klass.is_trait) continue;
    ClassId instances = klass.is_meta ? klass.other_side : class_id;
    if (module.in_library(klass.file) || is_modelled(class_kind(module, model, instances))) continue;
    Root root = class_root(module, model, RootKind::library, class_id);
    for (FunctionId id : module.methods_of(klass)) {
      if (starters[id.index()] != Starter::no) root.functions.push_back(id);
    }
    if (root.functions.empty()) continue;
    if (!klass.is_meta && is_test_class(module, class_id)) {
      add_tests(module, class_id, roots);
      continue;
    }
    FlatSet<uint32_t> internal = sent_by_threads_only(module, class_id, starting);
    for (FunctionId id : understood(module, class_id, false)) {
      bool done = starters[id.index()] != Starter::no && module.functions[id].class_id == class_id;
      done |= internal.contains(module.functions[id].name.value);
      done |= std::find(root.once.begin(), root.once.end(), id) != root.once.end();
      if (!done && !is_private(module, model, module.functions[id])) root.functions.push_back(id);
    }
    add_with_loading(module, model, std::move(root), roots);
  }
}

}  // namespace

bool is_test_class(const Module& module, ClassId class_id) {
  for (ClassId at = class_id; at.valid(); at = module.classes[at].superclass) {
    if (module.text(module.classes[at].name) == "TestCase") return true;
  }
  return false;
}

std::vector<FunctionId> public_methods(const Module& module, const LibraryModel& model, ClassId class_id) {
  std::vector<FunctionId> methods = understood(module, class_id, false);
  std::erase_if(methods, [&](FunctionId id) { return is_private(module, model, module.functions[id]); });
  return methods;
}

bool guards_its_variables(const Module& module, const LibraryModel& model, ClassId class_id) {
  auto guarded = [&](FunctionId method) {
    for (uint32_t f = method.value; f < module.functions.size(); ++f) {
      const Function& function = module.functions[FunctionId(f)];
      if (function.home != method) break;
      std::span<const Instruction> body = module.body(function);
      for (const Instruction& send : body) {
        if (send.op != Op::send) continue;
        Value lock = module.operands_of(send)[0];
        bool field = lock.kind() == Value::Kind::result && body[lock.index()].op == Op::read &&
                     module.variables[body[lock.index()].variable()].kind == VariableKind::field;
        if (!field) continue;
        const SelectorModel* how = find_model(model, module.text(send.selector()), ClassKind::mutex, false,
                                              module.classes[class_id].dialect);
        if (how != nullptr && is_critical(how->role) && !how->on.empty()) return true;
      }
    }
    return false;
  };
  for (FunctionId method : module.methods_of(module.classes[class_id])) {
    if (guarded(method)) return true;
  }
  return false;
}

FlatSet<uint32_t> guarded_steps(const Module& module, const LibraryModel& model) {
  std::vector<bool> taking(module.names.size());     // by selector: runs a block with a lock held
  std::vector<bool> releasing(module.names.size());  // by selector: `signal`, `exit`
  for (const SelectorModel& entry : model.selectors) {
    Symbol symbol = module.names.find(entry.selector);
    if (symbol.valid() && is_critical(entry.role)) taking[symbol.index()] = true;
    if (symbol.valid() && (entry.role == Role::signal || entry.role == Role::release))
      releasing[symbol.index()] = true;
  }
  const Symbol ensure = module.names.find("ensure:");
  // `lock wait. [ ... ] ensure: [ lock signal ]`
  auto releases = [&](std::span<const Instruction> body, Value value) {
    if (value.kind() != Value::Kind::result || body[value.index()].op != Op::block) return false;
    const Function& block = module.functions[body[value.index()].function()];
    std::span<const Instruction> code = module.body(block);
    return std::any_of(code.begin(), code.end(), [&](const Instruction& send) {
      return send.op == Op::send && releasing[send.selector().index()];
    });
  };
  struct Sent {
    uint32_t selector;
    uint32_t by;  // selector of the method
  };
  std::vector<Sent> unguarded;
  FlatSet<uint32_t> candidates, elsewhere;  // sent under a lock; sent to others
  std::vector<bool> locked(module.functions.size());
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    const Function& home = module.functions[function.home];
    if (home.class_id.valid() && is_test_class(module, home.class_id)) continue;
    // Blocks come after what they are in.
    if (function.parent.valid() && locked[function.parent.index()]) locked[f] = true;
    std::span<const Instruction> body = module.body(function);
    for (const Instruction& send : body) {
      if (send.op != Op::send && send.op != Op::super_send) continue;
      std::span<const Value> operands = module.operands_of(send);
      for (Value value : operands.subspan(1)) {
        if (!taking[send.selector().index()] || value.kind() != Value::Kind::result) continue;
        if (body[value.index()].op == Op::block) locked[body[value.index()].target] = true;
      }
      if (send.selector() == ensure && operands.size() == 2 && releases(body, operands[1]) &&
          operands[0].kind() == Value::Kind::result && body[operands[0].index()].op == Op::block) {
        locked[body[operands[0].index()].target] = true;
      }
      if (operands[0].kind() != Value::Kind::self) {
        elsewhere.insert(send.target);
      } else if (locked[f]) {
        candidates.insert(send.target);
      } else {
        unguarded.push_back({send.target, home.name.value});
      }
    }
  }
  FlatSet<uint32_t> steps;
  for (bool changed = true; changed;) {
    FlatSet<uint32_t> open;
    for (const Sent& sent : unguarded) {
      (steps.contains(sent.by) ? candidates : open).insert(sent.selector);
    }
    changed = false;
    for (uint32_t selector : candidates) {
      if (!open.contains(selector) && !elsewhere.contains(selector)) changed |= steps.insert(selector).second;
    }
  }
  return steps;
}

std::vector<Starter> thread_starters(const Module& module, const LibraryModel& model) {
  std::vector<bool> starting = starting_selectors(module, model);
  std::vector<Starter> result(module.functions.size(), Starter::no);
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    std::span<const Instruction> body = module.body(function);
    for (const Instruction& instruction : body) {
      if (instruction.op != Op::send || !starting[instruction.selector().index()]) continue;
      Starter& starter = result[function.home.index()];
      if (starter == Starter::no) starter = Starter::own_block;
      Value block = module.operands_of(instruction)[0];
      if (block.kind() != Value::Kind::result || body[block.index()].op != Op::read) continue;
      const Variable& variable = module.variables[body[block.index()].variable()];
      if (variable.kind == VariableKind::argument && variable.function == function.home) {
        starter = Starter::argument;
      }
    }
  }
  return result;
}

Roots find_roots(const Module& module, const LibraryModel& model) {
  Roots result;
  Root load;
  load.kind = RootKind::load_time;
  load.title = "load-time code";
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    if (function.kind == FunctionKind::load_time) load.functions.push_back(FunctionId(f));
  }
  if (!load.functions.empty()) result.roots.push_back(std::move(load));
  std::vector<Root> entries;
  add_entry_points(module, model, exported_classes(module, model), entries);
  uint32_t group = 1;
  bool scripts = false;
  const bool has_entries = !entries.empty();
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    if (function.kind != FunctionKind::main) continue;
    Root root;
    root.kind = RootKind::script;
    root.functions.push_back(FunctionId(f));
    root.title = function_title(module, FunctionId(f));
    root.group = has_entries ? 0 : group++;  // scripts are programs of their own; entries serve them all
    result.roots.push_back(std::move(root));
    scripts = true;
  }
  for (Root& root : entries) result.roots.push_back(std::move(root));
  // Entry points say what is called. Scripts do not: the detector leaves out what they reach.
  if (has_entries) return result;
  result.library_mode = !scripts;
  std::vector<Root> library;
  add_library(module, model, library);
  result.library_group = group++;
  bool starts = std::any_of(library.begin(), library.end(),
                            [](const Root& root) { return root.kind == RootKind::library; });
  result.api_mode = !scripts && !starts;
  if (result.api_mode) add_api(module, model, library);
  // Of a race that both show, the report is the product's.
  std::stable_partition(library.begin(), library.end(),
                        [](const Root& root) { return root.kind != RootKind::test; });
  for (Root& root : library) {
    root.group = root.kind == RootKind::test        ? group++
                 : root.kind == RootKind::load_time ? 0
                                                    : result.library_group;
    result.roots.push_back(std::move(root));
  }
  return result;
}

}  // namespace dh::whole
