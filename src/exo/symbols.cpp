#include "exo/symbols.h"

#include <algorithm>

namespace dh::exo {

namespace {

std::string_view stem(std::string_view path) {
  size_t slash = path.find_last_of('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return path.substr(0, path.find('.'));
}

const Proc* last_of(const Module& module, std::string_view name) {
  const Proc* last = nullptr;
  for (const Proc& proc : module.procs) {
    if (proc.name == name) last = &proc;
  }
  return last;
}

const Config* config_of(const Module& module, std::string_view name) {
  for (const Config& config : module.configs) {
    if (config.name == name && config.scope == UINT32_MAX) return &config;
  }
  return nullptr;
}

// In the functions around the proc, innermost first, then at module level; the last one above it.
const Config* config_in_scope(const Proc& user, std::string_view name) {
  const Config* best = nullptr;
  size_t best_depth = 0;
  for (const Config& config : user.module->configs) {
    if (config.name != name || config.header_line > user.header_line) continue;
    auto scope = std::find(user.scopes.begin(), user.scopes.end(), config.scope);
    if (config.scope != UINT32_MAX && scope == user.scopes.end()) continue;
    size_t depth = config.scope == UINT32_MAX ? 0 : 1 + static_cast<size_t>(scope - user.scopes.begin());
    if (best == nullptr || depth >= best_depth) {
      best = &config;
      best_depth = depth;
    }
  }
  return best;
}

}  // namespace

Symbols::Symbols(const std::deque<Module>& modules) : modules_(modules) {
  for (const Module& module : modules_) {
    by_stem_[stem(module.file.path())].push_back(&module);
    for (const Proc& proc : module.procs) procs_[proc.name].push_back(&proc);
    for (const Config& config : module.configs) {
      if (config.scope == UINT32_MAX) configs_[config.name].push_back(&config);
    }
  }
}

const Proc* Symbols::find_proc(const Proc& user, std::string_view name) const {
  const Proc* above = nullptr;
  const Proc* below = nullptr;
  for (const Proc& proc : user.module->procs) {
    if (proc.name != name) continue;
    // A printed file holds many versions of a proc: one that calls its own name means the one above.
    if (proc.header_line < user.header_line) above = &proc;
    if (proc.header_line > user.header_line && below == nullptr) below = &proc;
    if (&proc == &user && above == nullptr) above = &proc;
  }
  if (above != nullptr) return above;
  if (below != nullptr) return below;
  for (const Import& import : user.module->imports) {
    if (import.alias != name && import.name != "*") continue;
    auto found = by_stem_.find(import.module);
    if (found == by_stem_.end()) continue;
    std::string_view wanted = import.name == "*" ? name : import.name;
    for (const Module* module : found->second) {
      if (const Proc* proc = last_of(*module, wanted)) return proc;
    }
  }
  auto found = procs_.find(name);
  return found != procs_.end() && found->second.size() == 1 ? found->second[0] : nullptr;
}

const Config* Symbols::find_config(const Proc& user, std::string_view name) const {
  if (const Config* config = config_in_scope(user, name)) return config;
  for (const Import& import : user.module->imports) {
    if (import.alias != name && import.name != "*") continue;
    auto found = by_stem_.find(import.module);
    if (found == by_stem_.end()) continue;
    for (const Module* module : found->second) {
      if (const Config* config = config_of(*module, import.name == "*" ? name : import.name)) return config;
    }
  }
  auto found = configs_.find(name);
  return found != configs_.end() && found->second.size() == 1 ? found->second[0] : nullptr;
}

}  // namespace dh::exo
