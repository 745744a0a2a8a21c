#include "erlang/core/model.h"

#include <algorithm>
#include <charconv>

#include "base/embedded.h"

namespace dh {
extern const std::span<const EmbeddedFile> erlang_models;
}

namespace dh::erlang {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "ets:lookup(Table, Key)", taken apart.
struct Signature {
  FunctionKey key;
  std::vector<std::string_view> arguments;
};

struct Loader {
  SharedInterner& names;
  Diagnostics& diagnostics;
  Model& model;

  void report(const Place& place, std::string message) {
    diagnostics.push_back({Severity::error, place, std::move(message)});
  }

  std::optional<Signature> signature(const TomlValue& value) {
    std::string_view text = std::get<std::string>(value.value);
    size_t colon = text.find(':');
    size_t open = text.find('(');
    if (colon == std::string_view::npos || open == std::string_view::npos || colon > open ||
        text.back() != ')') {
      report(value.place, fmt::format("'{}' is not a signature such as ets:lookup(Table, Key)", text));
      return std::nullopt;
    }
    Signature result;
    result.key.module = names.intern(text.substr(0, colon));
    result.key.name = names.intern(text.substr(colon + 1, open - colon - 1));
    std::string_view rest = trimmed(text.substr(open + 1, text.size() - open - 2));
    while (!rest.empty()) {
      size_t comma = std::min(rest.find(','), rest.size());
      result.arguments.push_back(trimmed(rest.substr(0, comma)));
      rest = comma < rest.size() ? rest.substr(comma + 1) : std::string_view();
    }
    result.key.arity = static_cast<uint32_t>(result.arguments.size());
    return result;
  }

  // "init/1", "lists:map/2" (the module may be absent).
  std::optional<FunctionKey> function_name(const TomlValue& value) {
    std::string_view text = std::get<std::string>(value.value);
    size_t slash = text.rfind('/');
    FunctionKey key;
    std::string_view digits = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), key.arity);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) {
      report(value.place, fmt::format("'{}' is not a function such as init/1", text));
      return std::nullopt;
    }
    key.name = names.intern(text.substr(0, slash));
    return key;
  }

  // An argument that begins with a small letter must be that atom; [write] is a list that has the atom in it.
  std::vector<Literal> literals(const Signature& s) {
    std::vector<Literal> result;
    for (std::string_view a : s.arguments) {
      bool list = a.size() > 2 && a.front() == '[' && a.back() == ']';
      std::string_view atom = list ? a.substr(1, a.size() - 2) : a;
      result.push_back({atom[0] >= 'a' && atom[0] <= 'z' ? names.intern(atom) : Symbol(), list});
    }
    return result;
  }

  void operation(const TomlValue& value, uint32_t state, Effect effect, bool contextual) {
    static constexpr std::pair<std::string_view, ArgRole> kRoles[] = {{"_", ArgRole::none},
                                                                      {"Table", ArgRole::table},
                                                                      {"Key", ArgRole::key},
                                                                      {"Name", ArgRole::key},
                                                                      {"Process", ArgRole::key},
                                                                      {"Object", ArgRole::object},
                                                                      {"Record", ArgRole::record},
                                                                      {"TableKey", ArgRole::table_key},
                                                                      {"NewTable", ArgRole::new_table},
                                                                      {"Message", ArgRole::message},
                                                                      {"Pattern", ArgRole::pattern},
                                                                      {"MatchSpec", ArgRole::match_spec},
                                                                      {"LocalName", ArgRole::local_name}};
    auto s = signature(value);
    if (!s) return;
    OperationModel op;
    op.state = state;
    op.effect = effect;
    op.contextual = contextual;
    op.literals = literals(*s);
    for (size_t i = 0; i < s->arguments.size(); ++i) {
      auto it = std::find_if(std::begin(kRoles), std::end(kRoles),
                             [&](const auto& role) { return role.first == s->arguments[i]; });
      if (it == std::end(kRoles) && !op.literals[i].atom.valid()) {
        report(value.place, fmt::format("unknown argument '{}' (one of Table, Key, Name, Process, Object, "
                                        "Record, TableKey, Pattern, MatchSpec, Message, LocalName, _)",
                                        s->arguments[i]));
        return;
      }
      op.roles.push_back(it == std::end(kRoles) ? ArgRole::none : it->second);
    }
    model.operations[s->key].push_back(std::move(op));
  }

  // A list that says something of operations which are in the others.
  void mark(const TomlValue& value, uint32_t state, bool OperationModel::*what, std::string_view list) {
    auto s = signature(value);
    if (!s) return;
    bool found = false;
    for (OperationModel& op : model.operations[s->key]) {
      if (op.state != state) continue;
      op.*what = found = true;
    }
    if (!found) report(value.place, fmt::format("'{}' names operations that are listed above", list));
  }

  void callback(const TomlValue& value, Callback how) {
    auto s = signature(value);
    if (!s) return;
    CallbackModel cb;
    cb.how = how;
    cb.literals = literals(*s);
    for (size_t i = 0; i < s->arguments.size(); ++i) {
      std::string_view a = s->arguments[i];
      int index = static_cast<int>(i);
      if (a == "Fun") {
        cb.fun = index;
        cb.fun_arity = -1;
      } else if (a.starts_with("Fun/") && a.size() == 5) {
        cb.fun = index;
        cb.fun_arity = a[4] - '0';
      } else if (a == "Module") {
        cb.module = index;
      } else if (a == "Function") {
        cb.function = index;
      } else if (a == "Args") {
        cb.args = index;
      } else if (a == "List") {
        cb.list = index;
      } else if (a != "_" && !cb.literals[i].atom.valid()) {
        report(value.place,
               fmt::format("unknown argument '{}' (one of Fun/N, Fun, List, Module, Function, Args, _)", a));
        return;
      }
    }
    bool by_name = cb.module >= 0 && cb.function >= 0 && cb.args >= 0;
    if (cb.fun < 0 && !by_name) {
      report(value.place, "a call needs Fun/N, or Fun and Args, or Module, Function and Args");
      return;
    }
    model.callbacks[s->key].push_back(std::move(cb));
  }

  uint32_t state_index(const std::string& id) {
    for (size_t i = 0; i < model.states.size(); ++i) {
      if (model.states[i].id == id) return static_cast<uint32_t>(i);
    }
    StateModel state;
    state.id = id;
    state.rule = Rule::erlang_ets;
    state.thing = id;
    model.states.push_back(std::move(state));
    return static_cast<uint32_t>(model.states.size() - 1);
  }

  // By default the first state of the same rule.
  void read_like(TomlReader& reader, StateModel& state) {
    std::string like = reader.string("like");
    auto fits = [&](const StateModel& other) {
      return !other.like.empty() && (like.empty() ? other.rule == state.rule : other.id == like);
    };
    auto known = std::find_if(model.states.begin(), model.states.end(), fits);
    bool is_known = known != model.states.end();
    if (!like.empty() && !is_known) reader.report("like", fmt::format("'{}' is not a state", like));
    if (is_known && (state.like.empty() || !like.empty())) state.like = known->like;
  }

  void state(const std::string& id, const TomlValue* table) {
    TomlReader reader(table, diagnostics);
    size_t known = model.states.size();
    uint32_t index = state_index(id);
    StateModel& state = model.states[index];
    std::string rule = reader.string("rule");
    if (auto found = rule_by_id(rule); found && rule.starts_with("erlang-")) {
      state.rule = *found;
    } else if (!rule.empty() || index == known) {
      reader.report("rule", fmt::format("'{}' is not an Erlang rule", rule));
    }
    state.thing = reader.string("thing", state.thing);
    read_like(reader, state);
    std::string tables = reader.string("tables", state.ets_tables ? "ets" : "");
    state.ets_tables = tables == "ets";
    if (!tables.empty() && tables != "ets" && tables != "mnesia") reader.report("tables", "is ets or mnesia");
    state.shared_reads = reader.boolean("shared-reads", state.shared_reads);
    state.messages = reader.boolean("messages", state.messages);
    state.flags = reader.boolean("flags", state.flags);
    if (reader.boolean("data", false)) state.dependence = Dependence::data;
    if (reader.boolean("control", false)) state.dependence = Dependence::control;
    state.atom_keys = reader.boolean("atom-keys", state.atom_keys);
    state.all_nodes = reader.boolean("all-nodes", state.all_nodes);
    state.some_nodes = reader.boolean("some-nodes", state.some_nodes);
    for (const std::string& answer : reader.strings("absent")) state.absent.push_back(names.intern(answer));
    for (const std::string& tag : reader.strings("own-tags")) state.own_tags.push_back(names.intern(tag));
    state.cache = reader.boolean("cache", state.cache);
    state.setters = reader.boolean("setters", state.setters);
    state.hint = reader.string("hint", state.hint);
    for (const std::string& name : reader.strings("permanent")) state.permanent.push_back(names.intern(name));
    for (const TomlValue& v : reader.placed_strings("hints")) {
      std::string_view text = std::get<std::string>(v.value);
      size_t split = text.find(": ");
      if (split == std::string_view::npos) {
        report(v.place, "is not of the form function/arity: text");
        continue;
      }
      state.hints.emplace_back(text.substr(0, split), text.substr(split + 2));
    }
    for (const TomlValue& v : reader.placed_strings("reads")) operation(v, index, Effect::read, false);
    for (const TomlValue& v : reader.placed_strings("acts")) operation(v, index, Effect::act, false);
    for (const TomlValue& v : reader.placed_strings("removes")) operation(v, index, Effect::remove, false);
    for (const TomlValue& v : reader.placed_strings("failing")) operation(v, index, Effect::failing, false);
    for (const TomlValue& v : reader.placed_strings("atomic")) operation(v, index, Effect::atomic, false);
    for (const TomlValue& v : reader.placed_strings("answers")) operation(v, index, Effect::answers, false);
    for (const TomlValue& v : reader.placed_strings("context-reads")) operation(v, index, Effect::read, true);
    for (const TomlValue& v : reader.placed_strings("context-acts")) operation(v, index, Effect::act, true);
    for (const TomlValue& v : reader.placed_strings("context-removes"))
      operation(v, index, Effect::remove, true);
    constexpr std::pair<const char*, bool OperationModel::*> kMarks[] = {
        {"existing", &OperationModel::existing}, {"exact", &OperationModel::exact},
        {"exits", &OperationModel::exits},       {"answered", &OperationModel::answered},
        {"objects", &OperationModel::objects},   {"counts", &OperationModel::counts},
    };
    for (const auto& [name, member] : kMarks) {
      for (const TomlValue& v : reader.placed_strings(name)) mark(v, index, member, name);
    }
    // Last: none of the marks is about them, and what they read is what the same call has written.
    for (const TomlValue& v : reader.placed_strings("updated-reads"))
      operation(v, index, Effect::read, false);
    reader.finish();
  }

  // "ets:insert_new(_, _)", which answers true, or "atomics:add_get(_, _, _) -> 1".
  void claim(const TomlValue& value) {
    constexpr std::string_view kArrow = " -> ";
    std::string_view text = std::get<std::string>(value.value);
    size_t arrow = std::min(text.find(kArrow), text.size());
    std::string_view answer = arrow == text.size() ? "true" : text.substr(arrow + kArrow.size());
    TomlValue function = value;
    function.value = std::string(text.substr(0, arrow));
    if (auto s = signature(function)) model.claims[s->key] = names.intern(answer);
  }

  // "SPACE persistent_term:put(Key, Value)"; several keys belong together.
  void kept(const TomlValue& value, FlatMap<FunctionKey, KeptModel>& to) {
    std::string_view text = std::get<std::string>(value.value);
    size_t space = std::min(text.find(' '), text.size());
    KeptModel model_of_call{names.intern(text.substr(0, space)), {}, -1};
    TomlValue function = value;
    function.value = std::string(text.substr(std::min(space + 1, text.size())));
    auto s = signature(function);
    if (!s) return;
    for (size_t i = 0; i < s->arguments.size(); ++i) {
      if (s->arguments[i] == "Key") model_of_call.keys.push_back(static_cast<int>(i));
      if (s->arguments[i] == "Value") model_of_call.value = static_cast<int>(i);
    }
    if (model_of_call.keys.empty() || (&to == &model.puts && model_of_call.value < 0))
      return report(value.place, "needs a Key, and a Value where one is put");
    to[s->key] = std::move(model_of_call);
  }

  void calls(const TomlValue* table) {
    TomlReader reader(table, diagnostics);
    for (const TomlValue& v : reader.placed_strings("puts")) kept(v, model.puts);
    for (const TomlValue& v : reader.placed_strings("gets")) kept(v, model.gets);
    for (const TomlValue& v : reader.placed_strings("once")) callback(v, Callback::once);
    for (const TomlValue& v : reader.placed_strings("loop")) callback(v, Callback::loop);
    for (const TomlValue& v : reader.placed_strings("spawn")) callback(v, Callback::spawn);
    for (const TomlValue& v : reader.placed_strings("locked")) callback(v, Callback::locked);
    for (const TomlValue& v : reader.placed_strings("transaction")) callback(v, Callback::transaction);
    for (const TomlValue& v : reader.placed_strings("dirty")) callback(v, Callback::dirty);
    auto each = [&](std::string_view key, auto&& use) {
      for (const TomlValue& v : reader.placed_strings(key)) {
        if (auto s = signature(v)) use(v, *s);
      }
    };
    auto functions = [&](std::string_view key, FlatSet<FunctionKey>& to) {
      each(key, [&](const TomlValue&, const Signature& s) { to.insert(s.key); });
    };
    functions("never-return", model.never_return);
    functions("native", model.native);
    for (const TomlValue& v : reader.placed_strings("claims")) claim(v);
    functions("named-start", model.named_starts);
    functions("exclusive", model.exclusive);
    functions("section", model.section);
    model.exclusive.insert(model.section.begin(), model.section.end());
    functions("linked-start", model.linked_start);
    functions("ends", model.ends);
    functions("monitors", model.monitors);
    functions("monitored", model.monitored);
    functions("fresh", model.fresh);
    functions("pure", model.pure);
    each("functional", [&](const TomlValue&, const Signature& s) {
      std::string name =
          fmt::format("{}:{}/{}", names.text(s.key.module), names.text(s.key.name), s.key.arity);
      model.functional.emplace(s.key, names.intern(name));
    });
    functions("same-answer", model.same_answer);
    functions("mapped", model.mapped);
    functions("flat", model.flat);
    functions("some-of", model.some_of);
    functions("one-of", model.one_of);
    functions("start-many", model.start_many);
    functions("one-process", model.one_process);
    functions("awaited", model.awaited);
    functions("ready", model.ready);
    auto arguments = [&](std::string_view key, std::string_view word, FlatMap<FunctionKey, int>& to) {
      each(key, [&](const TomlValue& v, const Signature& s) {
        auto it = std::find(s.arguments.begin(), s.arguments.end(), word);
        if (it == s.arguments.end()) {
          report(v.place, fmt::format("one argument has to be {}", word));
        } else {
          to[s.key] = static_cast<int>(it - s.arguments.begin());
        }
      });
    };
    arguments("children", "Child", model.children);
    arguments("changes", "Changed", model.changes);
    for (const TomlValue& v : reader.placed_strings("child-specs")) {
      if (auto f = function_name(v)) model.child_specs.push_back({f->name, f->arity});
    }
    auto any_arity = [&](std::string_view key, std::vector<Model::AnyArity>& to) {
      for (const std::string& text : reader.strings(key)) {
        size_t colon = text.find(':');
        bool any = colon == std::string::npos;
        to.push_back({any ? Symbol() : names.intern(text.substr(0, colon)),
                      names.intern(any ? text : text.substr(colon + 1))});
      }
    };
    any_arity("take-lock", model.take_locks);
    any_arity("release-lock", model.release_locks);
    any_arity("lock-id", model.lock_ids);
    any_arity("in-place", model.in_place);
    reader.finish();
  }

  // "{reply, _, State}": a tag, and one State.
  void state_result(const TomlValue& value, std::vector<StateResult>& to) {
    std::string_view text = std::get<std::string>(value.value);
    StateResult result;
    bool good = text.size() > 2 && text.front() == '{' && text.back() == '}';
    std::string_view rest = good ? text.substr(1, text.size() - 2) : std::string_view();
    for (bool more = good; more; ++result.size) {
      size_t comma = rest.find(", ");
      std::string_view part = rest.substr(0, comma);
      if (result.size == 0) result.tag = names.intern(part);
      if (part == "State") result.index = result.size;
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 2);
    }
    if (result.index == 0)
      return report(value.place, fmt::format("'{}' is not a result such as {{ok, State}}", text));
    to.push_back(result);
  }

  void behaviour(const std::string& id, const TomlValue* table) {
    TomlReader reader(table, diagnostics);
    BehaviourModel& behaviour = id == "sys" ? model.sys : model.behaviours[names.intern(id)];
    auto add = [&](std::string_view key, std::vector<FunctionName>& to) {
      for (const TomlValue& v : reader.placed_strings(key)) {
        if (auto f = function_name(v)) to.push_back({f->name, f->arity});
      }
    };
    add("callbacks", behaviour.callbacks);
    add("start", behaviour.start);
    add("state", behaviour.state);
    for (const TomlValue& v : reader.placed_strings("results")) state_result(v, behaviour.results);
    behaviour.children = reader.boolean("children", behaviour.children);
    behaviour.one_manager = reader.boolean("one-manager", behaviour.one_manager);
    behaviour.all_exported =
        static_cast<int>(reader.integer("all-exported", behaviour.all_exported, -1, 255));
    auto starts = [&](std::string_view key, std::vector<BehaviourStart>& to) {
      for (const TomlValue& v : reader.placed_strings(key)) {
        auto s = signature(v);
        if (!s) continue;
        auto position = [&](std::string_view what) {
          auto it = std::find(s->arguments.begin(), s->arguments.end(), what);
          return it == s->arguments.end() ? -1 : static_cast<int>(it - s->arguments.begin());
        };
        to.push_back(
            {s->key, position("Name"), position("Module"), std::max(position("Args"), position("State"))});
      }
    };
    starts("started-by", behaviour.started_by);
    starts("entered-by", behaviour.entered_by);
    for (const BehaviourStart& start : behaviour.entered_by) model.ready.insert(start.function);
    reader.finish();
  }

  void everything(TomlReader& reader) {
    TomlReader states(reader.table("state"), diagnostics);
    for (auto& [id, table] : states.others()) state(id, table);
    calls(reader.table("calls"));
    TomlReader behaviours(reader.table("behaviour"), diagnostics);
    for (auto& [id, table] : behaviours.others()) behaviour(id, table);
  }
};

}  // namespace

Model load_model(const TomlValue* settings, SharedInterner& names, Diagnostics& diagnostics) {
  Model model;
  Loader loader{names, diagnostics, model};
  Diagnostics broken;
  for (const char* file : {"erlang.toml", "elixir.toml"}) {
    TomlValue built_in =
        parse_toml(find_embedded(erlang_models, file), fmt::format("models/{}", file), broken);
    Loader own{names, broken, model};
    TomlReader reader(&built_in, broken);
    own.everything(reader);
    reader.finish();
    // The others say which of these they are like.
    if (file == std::string_view("erlang.toml")) {
      for (StateModel& state : model.states) state.like = state.id;
    }
  }
  model.element = names.intern("an element of");
  model.self = {names.intern("erlang"), names.intern("self"), 0};
  model.node = {names.intern("erlang"), names.intern("node"), 0};
  model.delete_table = {names.intern("ets"), names.intern("delete"), 1};
  model.rename_table = {names.intern("ets"), names.intern("rename"), 2};
  DH_CHECK(broken.empty(), "{}: {}", broken.empty() ? "" : broken[0].place.text(),
           broken.empty() ? "" : broken[0].message);
  if (settings != nullptr) {
    TomlReader reader(settings, diagnostics);
    loader.everything(reader);
  }
  return model;
}

}  // namespace dh::erlang
