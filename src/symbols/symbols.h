// Addresses of a native program as functions, source lines and variables, by elfutils' libdw: it reads every
// version of DWARF, finds separate debug files, and is a library, so that no process is started per address.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dh {

// A file that is mapped into the program.
struct MappedModule {
  std::string path;
  uint64_t begin = 0;  // where its first byte is
  uint64_t end = 0;
};

struct SourceFrame {
  std::string function;  // demangled; empty: not known
  std::string path;      // empty: no debug information
  uint32_t line = 0;
  uint32_t column = 0;
  std::string module;         // file name and offset, for code without debug information
  bool is_of_system = false;  // in a library of the system
};

struct NamedData {
  std::string name;  // empty: not in a variable
  uint64_t offset = 0;
  std::string module;
};

// Not thread-safe.
class Symbols {
 public:
  explicit Symbols(const std::vector<MappedModule>& modules);
  ~Symbols();
  Symbols(Symbols&&) noexcept;

  // The calls at the instruction before a return address, innermost first: more than one where functions are
  // inlined.
  const std::vector<SourceFrame>& frames(uint64_t return_address);
  NamedData data(uint64_t address);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dh
