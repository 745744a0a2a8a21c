// `deadheat cc` and `deadheat c++`: the system's compilers, with instrumentation and our runtime.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dh {

// Where the parts of the runtime are, beside the program or where they are installed with it.
struct NativeRuntime {
  std::string folder;
  std::string inline_library;
  std::string shared_library;
  std::string gcc_folder;  // what gcc looks for when it links -fsanitize=thread, under gcc's names
};
Result<NativeRuntime> find_native_runtime();

enum class CompilerKind { gcc, clang };

// What is added before a compiler's own arguments, and after them.
struct CompilerFlags {
  std::vector<std::string> before;
  std::vector<std::string> after;
};
// What is wrong with the arguments, or what to add to them.
Result<CompilerFlags> compiler_flags(CompilerKind kind, const NativeRuntime& runtime,
                                     const std::vector<std::string>& arguments);

}  // namespace dh
