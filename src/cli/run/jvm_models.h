// models/jvm.toml: what calls of Java's libraries mean for the dynamic analysis.
#pragma once

#include <string>
#include <vector>

#include "source/diagnostic.h"
#include "source/toml.h"

namespace dh {

// One shim call at a library call, as a line of the agent's options (src/jvm/agent/options.h).
struct JvmHook {
  std::string scope;
  std::string owner, name, descriptor;
  bool any_subclass = false;
  std::string when, shim_owner, shim_method;
  std::vector<std::string> operands;
};

// The built-in models and, after them, those of the table `jvm` of deadheat.toml; may be null.
std::vector<JvmHook> read_jvm_models(const TomlValue* settings, Diagnostics& problems);
std::vector<JvmHook> parse_jvm_models(std::string_view text, const std::string& path, Diagnostics& problems);

// What models may say: "lock receiver". For the documentation's table and the tests.
struct JvmEffect {
  std::string_view name;
  unsigned operands;  // besides the site
  std::string_view shim_owner, shim_method;
};
const std::vector<JvmEffect>& jvm_effects();

}  // namespace dh
