#include "erlang/core/link.h"

#include <algorithm>

#include "erlang/core/spelling.h"

namespace dh::erlang {

Core::Core(std::vector<CoreModule> modules, const SharedInterner& names)
    : names_(names), modules_(std::move(modules)) {
  FlatSet<Symbol> module_names;
  for (uint32_t m = 0; m < modules_.size(); ++m) {
    CoreModule& module = modules_[m];
    bool taken = !module_names.insert(module.name).second;
    first_function_.push_back(static_cast<uint32_t>(functions_.size()));
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      CoreFunction& f = module.functions[i];
      f.module = m;
      FunctionId id(static_cast<uint32_t>(functions_.size()));
      functions_.push_back({m, i, node_count_});
      node_count_ += static_cast<uint32_t>(f.values.size());
      if (f.is_fun) continue;
      FunctionKey key{module.name, f.name, f.arity};
      if (taken) {
        namesakes_[m].emplace(key, id);
      } else {
        by_name_.emplace(key, id);
      }
    }
    std::vector<ConstantId>& map = constant_map_.emplace_back();
    for (const Constant& c : module.constants) {
      auto [it, fresh] = constant_ids_.try_emplace(c, ConstantId(static_cast<uint32_t>(constants_.size())));
      if (fresh) constants_.push_back(c);
      map.push_back(it->second);
    }
  }
}

FunctionId Core::find(const FunctionKey& key) const {
  auto it = by_name_.find(key);
  return it == by_name_.end() ? FunctionId() : it->second;
}

FunctionId Core::find_from(uint32_t module, const FunctionKey& key) const {
  if (key.module == modules_[module].name) {
    if (auto it = namesakes_.find(module); it != namesakes_.end()) {
      auto found = it->second.find(key);
      return found == it->second.end() ? FunctionId() : found->second;
    }
  }
  return find(key);
}

FunctionId Core::owner(NodeId node) const {
  auto it = std::upper_bound(functions_.begin(), functions_.end(), node.value,
                             [](uint32_t n, const FunctionEntry& e) { return n < e.first_node; });
  return FunctionId(static_cast<uint32_t>(it - functions_.begin()) - 1);
}

ConstantId Core::find_constant(const Constant& c) const {
  auto it = constant_ids_.find(c);
  return it == constant_ids_.end() ? ConstantId() : it->second;
}

std::string Core::name_of(FunctionId id) const {
  const CoreFunction& f = function(id);
  if (!f.is_fun) {
    const CoreModule& module = module_of(id);
    return spell_function(module.language, text(module.name), text(f.name), f.arity);
  }
  FunctionId named = id;
  int number = 0;
  while (function(named).is_fun) named = function_of(module_index(named), function(named).parent);
  // Count funs of the same function, so that the name does not change when others get more funs.
  for (uint32_t i = functions_[id.index()].index;; --i) {
    const CoreFunction& other = modules_[module_index(id)].functions[i];
    if (!other.is_fun) break;
    FunctionId up = function_of(module_index(id), i);
    while (function(up).is_fun) up = function_of(module_index(up), function(up).parent);
    if (up != named) break;
    ++number;
    if (i == 0) break;
  }
  return fmt::format("{}, fun {}", name_of(named), number);
}

namespace {

// <<"total">>, or the bytes where they are not text.
std::string binary_text(std::string_view bytes) {
  constexpr size_t kMaxBytes = 40;
  bool text = std::all_of(bytes.begin(), bytes.end(),
                          [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  std::string out = text && !bytes.empty() ? "\"" : "";
  for (size_t i = 0; i < bytes.size() && i < kMaxBytes; ++i) {
    if (text) {
      out += bytes[i];
    } else {
      out += fmt::format("{}{}", i > 0 ? ", " : "", static_cast<unsigned char>(bytes[i]));
    }
  }
  if (bytes.size() > kMaxBytes) out += "...";
  if (text && !bytes.empty()) out += "\"";
  return "<<" + out + ">>";
}

}  // namespace

std::string Core::constant_text(ConstantId id) const {
  const Constant& c = constant(id);
  switch (c.kind) {
    case ConstantKind::atom:
      return spell_atom(SourceLanguage::erlang, text(c.text));
    case ConstantKind::integer:
      return fmt::format("{}", c.integer);
    case ConstantKind::nil:
      return "[]";
    case ConstantKind::other:
      if (!c.text.valid()) return "a float";
      if (c.integer == kBinaryBytes) return binary_text(text(c.text));
      return c.integer == kStringText ? "\"" + text(c.text) + "\"" : "16#" + text(c.text);
  }
  return {};
}

std::string Core::shown_constant(ConstantId id, FunctionId reader) const {
  const Constant& c = constant(id);
  if (!reader.valid() || module_of(reader).language == SourceLanguage::erlang) return constant_text(id);
  if (c.kind == ConstantKind::atom) return spell_atom(SourceLanguage::elixir, text(c.text));
  std::string shown = constant_text(id);
  bool is_text = c.kind == ConstantKind::other && c.integer == kBinaryBytes && shown.starts_with("<<\"");
  return is_text ? shown.substr(2, shown.size() - 4) : shown;
}

}  // namespace dh::erlang
