#include "jvm/agent/classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh::jvm {

namespace {

// The packages of the JDK: modelled, not instrumented.
constexpr std::string_view kJdk[] = {"java/",        "javax/",       "jdk/",
                                     "sun/",         "com/sun/",     "org/ietf/jgss/",
                                     "org/w3c/dom/", "org/xml/sax/", "netscape/javascript/"};

bool starts_with_any(std::string_view name, const std::vector<std::string>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return name.starts_with(prefix); });
}

bool matches(std::string_view name, std::string_view pattern) {
  if (!pattern.ends_with('*')) return name == pattern;
  pattern.remove_suffix(1);
  return name.starts_with(pattern);
}

Operand operand_of(const std::string& text) {
  if (text == "receiver") return {Operand::Kind::receiver, 0};
  if (text == "result") return {Operand::Kind::result, 0};
  if (text == "site") return {Operand::Kind::site, 0};
  if (text == "self") return {Operand::Kind::self, 0};
  const auto number = [&] { return static_cast<uint8_t>(std::strtoul(text.c_str() + 4, nullptr, 10)); };
  if (text.starts_with("ref-")) return {Operand::Kind::reference, number()};
  if (text.starts_with("int-")) return {Operand::Kind::integer, number()};
  if (text.starts_with("own-")) return {Operand::Kind::parameter, number()};
  return {Operand::Kind::argument, static_cast<uint8_t>(std::strtoul(text.c_str(), nullptr, 10))};
}

ShimCall shim_call(const HookLine& line) {
  ShimCall call{line.shim_owner, line.shim_method, {}};
  for (const std::string& operand : line.operands) call.operands.push_back(operand_of(operand));
  return call;
}

// Whether any tool needs the events of the line. Events that order threads are always needed.
bool listens(const Runtime& runtime, const HookLine& line) {
  const auto wanted = [&](dyn::EventKind kind) { return runtime.chain().listens(kind); };
  if (line.shim_method == "lockRequest") return runtime.wants_requests();
  if (line.shim_method == "sleep") return wanted(dyn::EventKind::sleep);
  if (line.shim_method == "joinPre") return wanted(dyn::EventKind::join_pre);
  return true;
}

// Whether a line of the models about classes of one scope is also about those of another, narrower one.
bool covers(std::string_view scope, std::string_view narrower) {
  if (scope == narrower || !scope.ends_with('*')) return scope == narrower;
  scope.remove_suffix(1);
  return narrower.starts_with(scope);
}

// Lines about the same call become one hook: the rewriter uses the first that matches.
HookTable hook_table(const Runtime& runtime, std::string_view scope) {
  std::vector<CallHook> hooks;
  for (const HookLine& line : runtime.options().hooks) {
    if (!covers(line.scope, scope) || !listens(runtime, line)) continue;
    auto hook = std::find_if(hooks.begin(), hooks.end(), [&](const CallHook& h) {
      return h.owner == line.owner && h.name == line.name && h.descriptor == line.descriptor;
    });
    if (hook == hooks.end()) {
      hook = hooks.insert(hooks.end(), CallHook{});
      hook->owner = line.owner;
      hook->name = line.name;
      hook->descriptor = line.descriptor;
      hook->any_subclass = line.any_subclass;
    }
    if (line.when == "before") {
      hook->before = shim_call(line);
    } else if (line.when == "after") {
      hook->after = shim_call(line);
    } else if (line.when == "enter") {
      hook->enter = shim_call(line);
    } else if (line.when == "leave") {
      hook->leave = shim_call(line);
    } else {
      hook->replace = shim_call(line);
    }
  }
  HookTable table;
  for (CallHook& hook : hooks) table.add(std::move(hook));
  return table;
}

}  // namespace

Classes::Classes(Runtime& runtime) : runtime_(runtime), hooks_(hook_table(runtime, "")) {
  for (const HookLine& line : runtime.options().hooks) {
    if (line.scope.empty()) continue;
    const bool known = std::any_of(jdk_hooks_.begin(), jdk_hooks_.end(),
                                   [&](const JdkHooks& h) { return h.pattern == line.scope; });
    if (!known) jdk_hooks_.push_back({line.scope, hook_table(runtime, line.scope)});
  }
  // A class uses the first that matches: names before patterns, long patterns before short ones.
  std::stable_sort(jdk_hooks_.begin(), jdk_hooks_.end(), [](const JdkHooks& a, const JdkHooks& b) {
    const bool a_is_pattern = a.pattern.ends_with('*'), b_is_pattern = b.pattern.ends_with('*');
    return a_is_pattern != b_is_pattern ? b_is_pattern : a.pattern.size() > b.pattern.size();
  });
  dyn::ToolChain& chain = runtime.chain();
  settings_.arrays = runtime.options().arrays;
  settings_.object_shadow = runtime.options().one_per_object;
  settings_.requests = runtime.wants_requests();
  settings_.methods = chain.listens(dyn::EventKind::method_enter);
  const dyn::FastPaths& paths = runtime.fast_paths().front();
  const auto always = [](const dyn::FastPath& path) { return path.mask == 0 && !path.swap; };
  // Where every check succeeds at once, nothing can be saved.
  settings_.covers = paths.covers && std::none_of(paths.read.begin(), paths.read.end(), always) &&
                     runtime.options().uses(Optimisation::covers);
  settings_.field_groups = runtime.options().uses(Optimisation::field_groups);
  settings_.known_words = runtime.options().uses(Optimisation::known_words);
  settings_.array_locals =
      runtime.options().uses(Optimisation::array_locals) && runtime.options().uses(Optimisation::array_cache);
  settings_.ranges = runtime.uses_ranges();
  if (settings_.covers && runtime.options().uses(Optimisation::known_fields)) {
    settings_.field_flags = [](const MemberRef& field, const void* known) {
      return static_cast<const KnownFields*>(known)->find(field.owner, field.name, field.descriptor);
    };
    settings_.field_flags_context = &fields_;
  }
  settings_.values = runtime.wants_values();
  settings_.hooks = &hooks_;
  settings_.lineage = [](std::string_view name, const void* types) {
    return static_cast<const KnownTypes*>(types)->find(name);
  };
  settings_.lineage_context = &types_;
  settings_.excluded = [](std::string_view name, const void* self) {
    return !static_cast<const Classes*>(self)->wants(name);
  };
  settings_.excluded_context = this;
}

std::vector<std::string> Classes::hooked_jdk_classes() const {
  std::vector<std::string> names;
  for (const JdkHooks& jdk : jdk_hooks_) names.push_back(jdk.pattern);
  return names;
}

bool is_instrumented(const AgentOptions& options, std::string_view name) {
  if (starts_with_any(name, options.exclude)) return false;
  if (starts_with_any(name, options.include)) return true;
  if (!options.include.empty()) return false;
  return std::none_of(std::begin(kJdk), std::end(kJdk),
                      [&](std::string_view package) { return name.starts_with(package); });
}

std::string model_of_method(const AgentOptions& options, std::string_view owner, std::string_view name,
                            std::string_view descriptor) {
  std::optional<std::string> first;  // the rewriter uses the first that matches, too
  std::string lines;
  for (const HookLine& line : options.hooks) {
    if (!line.scope.empty() || line.owner != owner || line.name != name) continue;
    CallHook hook;
    hook.descriptor = line.descriptor;
    if (!hook.matches(descriptor) || first.value_or(line.descriptor) != line.descriptor) continue;
    first = line.descriptor;
    lines += fmt::format("{} {} {} {}\n", line.when, line.shim_owner, line.shim_method,
                         fmt::join(line.operands, " "));
  }
  return lines;
}

void Classes::note_skipped_class(std::string_view name, const std::string& why) {
  runtime_.count("classes not instrumented", 1);
  runtime_.say("note", fmt::format("{}: not instrumented: {}", symbol_name(name, ""), why));
}

std::vector<uint8_t> Classes::rewrite(JNIEnv* env, jobject loader, std::string_view name,
                                      std::span<const uint8_t> bytes) {
  if (stopped_.load(std::memory_order_acquire)) return {};
  if (name == "java/lang/Thread") {
    auto changed =
        add_thread_words(bytes, runtime_.chain().thread_words + 5);  // pointer, memo, stamp, seen, tag
    if (!changed) {
      note_skipped_class(name, changed.error().message);
      return {};
    }
    std::vector<uint8_t> hooked = rewrite_hooked(env, loader, name, *changed);
    return hooked.empty() ? std::move(*changed) : hooked;
  }
  if (name.starts_with("java/lang/DeadHeat")) return {};
  if (std::any_of(jdk_hooks_.begin(), jdk_hooks_.end(),
                  [&](const JdkHooks& jdk) { return matches(name, jdk.pattern); }))
    return rewrite_hooked(env, loader, name, bytes);
  if (!wants(name)) return {};
  runtime_.count("classes of the program", 1);
  if (loader == nullptr || !shim_ready_.load(std::memory_order_acquire))
    return rewrite_with(env, loader, name, bytes, settings_);
  types_.learn(env, runtime_.upcalls(), loader, bytes);
  if (settings_.field_flags == nullptr) return rewrite_with(env, loader, name, bytes, settings_);
  const auto wanted = [](std::string_view owner, const void* self) {
    return static_cast<const Classes*>(self)->wants(owner);
  };
  Settings settings = settings_;
  if (!fields_.learn(env, runtime_.upcalls(), loader, bytes, wanted, this)) settings.field_flags = nullptr;
  return rewrite_with(env, loader, name, bytes, settings);
}

// A class of the JDK that has hooks, or empty. Before the shim is there it stays unchanged; it is rewritten
// later.
std::vector<uint8_t> Classes::rewrite_hooked(JNIEnv* env, jobject loader, std::string_view name,
                                             std::span<const uint8_t> bytes) {
  if (!shim_ready_.load(std::memory_order_acquire)) return {};
  for (const JdkHooks& jdk : jdk_hooks_) {
    if (!matches(name, jdk.pattern)) continue;
    Settings calls_only;
    calls_only.fields = calls_only.arrays = calls_only.statics = calls_only.monitors = false;
    calls_only.class_init = calls_only.bridges = calls_only.history = false;
    calls_only.overrides = false;
    calls_only.hooks = &jdk.hooks;
    return rewrite_with(env, loader, name, bytes, calls_only);
  }
  return {};
}

// The sites of a class of the same bytes that is gone with its loader, ready to be resolved again, if any.
Classes::Loaded Classes::sites_of_lost_class(JNIEnv* env, uint64_t bytes) {
  const auto known = loaded_.find(bytes);
  if (known == loaded_.end()) return {};
  auto& all = known->second;
  for (size_t i = 0; i < all.size(); ++i) {
    if (env->IsSameObject(all[i].loader, nullptr) == JNI_FALSE) continue;
    env->DeleteWeakGlobalRef(all[i].loader);
    const Loaded lost = all[i];
    all[i] = all.back();
    all.pop_back();
    for (uint32_t site = lost.first; site < lost.first + lost.sites; ++site)
      runtime_.sites().find(site)->unresolve(env);
    runtime_.upcalls().forget_sites(env, lost.first, lost.sites);
    return lost;
  }
  return {};
}

// Whether the sites of the lost class are those of the result.
bool Classes::has_sites(const RewriteResult& result, const Loaded& lost) {
  if (result.sites.size() != lost.sites) return false;
  for (size_t i = 0; i < result.sites.size(); ++i) {
    const Site& site = result.sites[i];
    const SiteInfo* info = runtime_.sites().find(lost.first + static_cast<uint32_t>(i));
    if (info == nullptr || info->kind != site.kind) return false;
    const MemberRef* member = site.member < result.members.size() ? &result.members[site.member] : nullptr;
    if ((member == nullptr) != (info->member == nullptr)) return false;
    if (member != nullptr && (member->name != info->member->name || member->owner != info->member->owner ||
                              member->descriptor != info->member->descriptor)) {
      return false;
    }
  }
  return true;
}

void Classes::add_class(JNIEnv* env, jobject loader, uint64_t bytes, uint32_t first, size_t sites) {
  if (loader == nullptr || sites == 0) return;
  loaded_[bytes].push_back({env->NewWeakGlobalRef(loader), first, sites});
}

std::vector<uint8_t> Classes::rewrite_with(JNIEnv* env, jobject loader, std::string_view name,
                                           std::span<const uint8_t> bytes, const Settings& settings) {
  const std::lock_guard lock(runtime_.sites().guard());
  const uint64_t hash = hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const bool can_go = loader != nullptr && shim_ready_.load(std::memory_order_acquire);
  const Loaded lost = can_go ? sites_of_lost_class(env, hash) : Loaded{};
  uint32_t again = lost.first;
  uint32_t first = again != 0 ? again : runtime_.sites().next();
  auto result = instrument(bytes, settings, first);
  if (result && again != 0 && !has_sites(*result, lost)) {  // more or less was known about other classes
    again = 0;
    first = runtime_.sites().next();
    result = instrument(bytes, settings, first);
  }
  if (result && again == 0 && !runtime_.sites().add(result->sites.size())) result = fail("too many sites");
  if (!result) {
    note_skipped_class(name, result.error().message);
    return {};
  }
  for (const std::string& method : result->skipped) {
    runtime_.count("methods not instrumented", 1);
    runtime_.say("note", fmt::format("{}: not instrumented", method));
  }
  for (const std::string& method : result->unchecked) {
    runtime_.count("methods whose accesses are not checked", 1);
    runtime_.say("note", fmt::format("{}: its accesses are not checked", method));
  }
  if (result->bytes.empty()) return {};
  runtime_.count("classes instrumented", 1);
  if (again == 0) add_sites(*result, first);
  if (can_go) add_class(env, loader, hash, first, result->sites.size());
  return std::move(result->bytes);
}

void Classes::add_sites(const RewriteResult& result, uint32_t first) {
  std::vector<const MemberRef*> members;
  for (const MemberRef& member : result.members) members.push_back(&members_.emplace_back(member));
  std::vector<std::pair<std::string, uint32_t>> methods;  // name without descriptor, id
  for (const std::string& method : result.methods) {
    const std::string name = method.substr(0, method.find('('));
    methods.emplace_back(name, runtime_.method(symbol_name(result.class_name, name)));
  }
  const uint32_t array = runtime_.variable(kArrayElement);
  for (size_t i = 0; i < result.sites.size(); ++i) {
    const Site& site = result.sites[i];
    SiteInfo* info = runtime_.sites().find(first + static_cast<uint32_t>(i));
    if (info == nullptr || site.method >= methods.size()) continue;
    info->kind = site.kind;
    info->same_stack = site.same_stack;
    info->method = methods[site.method].second;
    info->location = runtime_.places().intern(result.class_name, result.source_file,
                                              methods[site.method].first, site.line);
    if (site.member < members.size()) info->member = members[site.member];
    if (is_array(site.kind)) info->variable.store(array);
    if (Confirmer* confirmer = runtime_.confirmer()) {
      const std::lock_guard names_lock(runtime_.names().guard());
      const dyn::LocationName place = runtime_.names().location(info->location);
      const bool has_field = is_field(site.kind) && info->member != nullptr;
      info->watched = confirmer->watch(place.path, place.line, has_field ? info->member->name : "");
    }
  }
}

}  // namespace dh::jvm
