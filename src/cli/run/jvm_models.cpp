#include "cli/run/jvm_models.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/embedded.h"

namespace dh {

extern const std::span<const EmbeddedFile> jvm_models;

const std::vector<JvmEffect>& jvm_effects() {
  static const std::vector<JvmEffect> effects = {
#define DH_EFFECT(name, operands, owner, method) {name, operands, "java/lang/" owner, method},
#include "cli/run/jvm_effects.def"
#undef DH_EFFECT
  };
  return effects;
}

namespace {

std::string internal_name(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result(1);
  for (const char c : text) {
    if (c != ' ') {
      result.back() += c;
    } else if (!result.back().empty()) {
      result.emplace_back();
    }
  }
  if (result.back().empty()) result.pop_back();
  return result;
}

bool is_operand(std::string_view text, bool with_result) {
  if (text == "receiver" || text == "self" || (with_result && text == "result")) return true;
  for (const std::string_view prefix : {"own-", "ref-", "int-"}) {
    if (text.starts_with(prefix) && text.size() > prefix.size()) text.remove_prefix(prefix.size());
  }
  return text.size() == 1 && text[0] >= '0' && text[0] <= '9';
}

// "lock receiver" as a shim call; reports what is wrong with it.
bool parse_effect(TomlReader& reader, const std::string& when, const std::string& text, JvmHook& hook) {
  const std::vector<std::string> parts = words(text);
  const auto& effects = jvm_effects();
  const auto effect = std::find_if(effects.begin(), effects.end(), [&](const JvmEffect& e) {
    return !parts.empty() && e.name == parts.front();
  });
  if (effect == effects.end()) {
    reader.report(when, fmt::format("no effect '{}'", parts.empty() ? "" : parts.front()));
    return false;
  }
  if (parts.size() - 1 != effect->operands) {
    reader.report(when, fmt::format("'{}' takes {} operands", effect->name, effect->operands));
    return false;
  }
  hook.operands.assign(parts.begin() + 1, parts.end());
  for (const std::string& operand : hook.operands) {
    if (is_operand(operand, when == "after")) continue;
    reader.report(when, fmt::format("no operand '{}' here: receiver, an argument's number{}", operand,
                                    when == "after" ? ", or result" : ""));
    return false;
  }
  if (when != "replace") hook.operands.push_back("site");
  hook.shim_owner = effect->shim_owner;
  hook.shim_method = effect->shim_method;
  hook.when = when;
  return true;
}

void split_method(const std::string& text, JvmHook& hook) {
  const size_t open = text.find('(');
  hook.name = text.substr(0, open);
  hook.descriptor = open == std::string::npos ? "" : text.substr(open);
}

void read_call(const TomlValue* table, std::vector<JvmHook>& hooks, Diagnostics& problems) {
  TomlReader reader(table, problems);
  const std::vector<std::string> owners = reader.strings("owners");
  const std::vector<std::string> methods = reader.strings("methods");
  std::vector<std::string> scopes = reader.strings("in");
  const bool any_subclass = reader.boolean("subclasses", false);
  if (owners.empty()) reader.report("owners", "a call needs owners: the classes that the method belongs to");
  if (methods.empty()) reader.report("methods", "a call needs methods, as name or name(descriptor)");
  if (scopes.empty()) scopes.emplace_back();
  bool any = false;
  for (const char* when : {"before", "after", "replace", "enter", "leave"}) {
    if (!reader.has(when)) continue;
    any = true;
    JvmHook hook;
    hook.any_subclass = any_subclass;
    if (!parse_effect(reader, when, reader.string(when), hook)) continue;
    for (const std::string& scope : scopes) {
      hook.scope = internal_name(scope);
      for (const std::string& owner : owners) {
        hook.owner = internal_name(owner);
        for (const std::string& method : methods) {
          split_method(method, hook);
          hooks.push_back(hook);
        }
      }
    }
  }
  if (!any) reader.report("methods", "a call needs an effect: before, after, replace, enter or leave");
  reader.finish();
}

void read_calls(const TomlValue* document, std::vector<JvmHook>& hooks, Diagnostics& problems) {
  TomlReader reader(document, problems);
  for (const TomlValue* call : reader.tables("call")) read_call(call, hooks, problems);
  reader.tables("suppress");  // race_filter.h
  reader.finish();
}

}  // namespace

std::vector<JvmHook> parse_jvm_models(std::string_view text, const std::string& path, Diagnostics& problems) {
  std::vector<JvmHook> hooks;
  const TomlValue document = parse_toml(text, path, problems);
  read_calls(&document, hooks, problems);
  return hooks;
}

std::vector<JvmHook> read_jvm_models(const TomlValue* settings, Diagnostics& problems) {
  std::vector<JvmHook> hooks = parse_jvm_models(find_embedded(jvm_models, "jvm.toml"), "jvm.toml", problems);
  if (settings != nullptr) read_calls(settings, hooks, problems);
  return hooks;
}

}  // namespace dh
