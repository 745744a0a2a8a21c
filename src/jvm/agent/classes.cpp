#include "jvm/agent/classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh::jvm {

namespace {

// The packages of the JDK: modelled, not instrumented.
constexpr std::string_view kJdk[] = {"java/",        "javax/",       "jdk/",     "sun/",
                                     "com/sun/",     "org/ietf/jgss/", "org/w3c/dom/", "org/xml/sax/",
                                     "netscape/javascript/"};

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
  if (text == "receiver") return Operand::receiver();
  if (text == "result") return Operand::result();
  if (text == "site") return Operand::site();
  return Operand::argument(static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 10)));
}

CallHook call_hook(const HookLine& line) {
  CallHook hook;
  hook.owner = line.owner;
  hook.name = line.name;
  hook.descriptor = line.descriptor;
  hook.any_subclass = line.any_subclass;
  ShimCall call{line.shim_owner, line.shim_method, {}};
  for (const std::string& operand : line.operands) call.operands.push_back(operand_of(operand));
  if (line.when == "before") {
    hook.before = std::move(call);
  } else if (line.when == "replace") {
    hook.replace = true;
    hook.before = std::move(call);
  } else {
    hook.on_exception = line.when == "finally";
    hook.after = std::move(call);
  }
  return hook;
}

}  // namespace

Classes::Classes(Runtime& runtime) : runtime_(runtime) {
  for (const HookLine& line : runtime.options().hooks) {
    if (line.scope.empty()) {
      hooks_.add(call_hook(line));
      continue;
    }
    auto it = std::find_if(jdk_hooks_.begin(), jdk_hooks_.end(),
                           [&](const JdkHooks& h) { return h.pattern == line.scope; });
    if (it == jdk_hooks_.end()) it = jdk_hooks_.insert(it, JdkHooks{line.scope, {}});
    it->hooks.add(call_hook(line));
  }
  dyn::ToolChain& chain = runtime.chain();
  settings_.arrays = runtime.options().arrays;
  settings_.object_shadow = runtime.options().one_per_object;
  settings_.requests = chain.listens(dyn::EventKind::request);
  settings_.methods = chain.listens(dyn::EventKind::method_enter);
  settings_.hooks = &hooks_;
}

std::vector<std::string> Classes::hooked_jdk_classes() const {
  std::vector<std::string> names;
  for (const JdkHooks& jdk : jdk_hooks_) names.push_back(jdk.pattern);
  return names;
}

bool Classes::wants(std::string_view name) const {
  const AgentOptions& options = runtime_.options();
  if (starts_with_any(name, options.exclude)) return false;
  if (starts_with_any(name, options.include)) return true;
  if (!options.include.empty()) return false;
  return std::none_of(std::begin(kJdk), std::end(kJdk),
                      [&](std::string_view package) { return name.starts_with(package); });
}

std::vector<uint8_t> Classes::rewrite(std::string_view name, std::span<const uint8_t> bytes) {
  if (name == "java/lang/Thread") {
    return keep(name, add_thread_words(bytes, runtime_.chain().thread_words + 1));
  }
  if (name.starts_with("java/lang/DeadHeat")) return {};
  const auto allocate = [&](uint32_t n) { return runtime_.sites().reserve(n); };
  for (const JdkHooks& jdk : jdk_hooks_) {
    if (!matches(name, jdk.pattern)) continue;
    if (!shim_ready_.load(std::memory_order_acquire)) return {};  // again, when it is
    Settings calls_only;
    calls_only.fields = calls_only.arrays = calls_only.statics = calls_only.monitors = false;
    calls_only.clinit = calls_only.bridges = false;
    calls_only.hooks = &jdk.hooks;
    return keep(name, instrument(bytes, calls_only, allocate));
  }
  if (!wants(name)) return {};
  return keep(name, instrument(bytes, settings_, allocate));
}

std::vector<uint8_t> Classes::keep(std::string_view name, Result<RewriteResult> result) {
  if (!result) {
    runtime_.count("classes left alone", 1);
    runtime_.say("note", fmt::format("{}: left alone: {}", symbol_name(name, ""), result.error().message));
    return {};
  }
  for (const std::string& method : result->skipped) {
    runtime_.count("methods left alone", 1);
    runtime_.say("note", fmt::format("{}.{}", symbol_name(name, ""), method));
  }
  if (result->bytes.empty()) return {};
  runtime_.count("classes rewritten", 1);
  add_sites(*result);
  return std::move(result->bytes);
}

void Classes::add_sites(const RewriteResult& result) {
  std::vector<const MemberRef*> members;
  {
    const std::lock_guard lock(mutex_);
    for (const MemberRef& member : result.members) members.push_back(&members_.emplace_back(member));
  }
  std::vector<std::pair<std::string, uint32_t>> methods;  // name without descriptor, id
  for (const std::string& method : result.methods) {
    const std::string name = method.substr(0, method.find('('));
    methods.emplace_back(name, runtime_.method(symbol_name(result.class_name, name)));
  }
  const uint32_t array = runtime_.variable("an array's element");
  for (size_t i = 0; i < result.sites.size(); ++i) {
    const Site& site = result.sites[i];
    SiteInfo* info = runtime_.sites().find(result.first_site + static_cast<uint32_t>(i));
    if (info == nullptr) return;
    info->kind = site.kind;
    info->method = methods[site.method].second;
    info->location = runtime_.places().intern(result.class_name, result.source_file,
                                              methods[site.method].first, site.line);
    if (is_field(site.kind) && site.member < members.size()) info->member = members[site.member];
    if (is_array(site.kind)) info->variable.store(array);
  }
}

}  // namespace dh::jvm
