#include "symbols/symbols.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

namespace dh {

namespace {

std::string demangled(const char* name) {
  if (name == nullptr) return {};
  // Names of C are types to the demangler: `y` would be "unsigned long long".
  if (std::string_view(name).substr(0, 2) != "_Z") return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : name;
  std::free(text);
  return result;
}

// An attribute of a function or of the declaration it was made of.
const char* text_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute memory;
  Dwarf_Attribute* found = dwarf_attr_integrate(die, name, &memory);
  return found == nullptr ? nullptr : dwarf_formstring(found);
}

std::string function_name(Dwarf_Die* die) {
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (const char* text = text_attribute(die, name)) return demangled(text);
  }
  const char* text = text_attribute(die, DW_AT_name);
  return text == nullptr ? "" : text;
}

uint32_t number_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute memory;
  Dwarf_Word value = 0;
  Dwarf_Attribute* found = dwarf_attr(die, name, &memory);
  if (found == nullptr || dwarf_formudata(found, &value) != 0) return 0;
  return static_cast<uint32_t>(value);
}

std::string file_by_number(Dwarf_Die* unit, uint32_t number) {
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || number >= count) return {};
  const char* path = dwarf_filesrc(files, number, nullptr, nullptr);
  if (path == nullptr) return {};
  if (path[0] == '/') return path;
  const char* folder = text_attribute(unit, DW_AT_comp_dir);
  return folder == nullptr ? path : std::string(folder) + "/" + path;
}

std::string base_name(const char* path) {
  const std::string text = path == nullptr ? "" : path;
  return text.substr(text.rfind('/') + 1);
}

bool is_system_path(const char* path) {
  const std::string text = path == nullptr ? "" : path;
  return text.starts_with("/usr/lib") || text.starts_with("/lib");
}

// Without "/a/../b": the same file has one name.
std::string tidy_path(std::string path) {
  for (;;) {
    const size_t dots = path.find("/../");
    if (dots == std::string::npos || dots == 0) break;
    const size_t before = path.rfind('/', dots - 1);
    if (before == std::string::npos) break;
    path.erase(before, dots + 3 - before);
  }
  for (size_t dot; (dot = path.find("/./")) != std::string::npos;) path.erase(dot, 2);
  return path;
}

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// The compilation unit of an address. Files with a table of address ranges of only some units, as clang's
// with others' code linked in, need a search through all.
Dwarf_Die* unit_of(Dwfl_Module* module, uint64_t address, Dwarf_Addr& bias) {
  if (Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias)) return unit;
  for (Dwarf_Die* unit = dwfl_module_nextcu(module, nullptr, &bias); unit != nullptr;
       unit = dwfl_module_nextcu(module, unit, &bias)) {
    if (dwarf_haspc(unit, address - bias) == 1) return unit;
  }
  return nullptr;
}

// The scopes around the address, the innermost first. dwarf_getscopes() goes from an inlined function to what
// is around its definition; what is around its inlined copy are the scopes of that entry.
int scopes_around(Dwarf_Die* unit, uint64_t address, Dwarf_Die*& scopes) {
  Dwarf_Die* found = nullptr;
  const int count = dwarf_getscopes(unit, address, &found);
  if (count <= 0) return 0;
  Dwarf_Die innermost = found[0];
  std::free(found);
  return dwarf_getscopes_die(&innermost, &scopes);
}

}  // namespace

struct Symbols::Impl {
  Dwfl_Callbacks callbacks{};
  Dwfl* session = nullptr;
  std::map<uint64_t, std::vector<SourceFrame>> known;

  SourceFrame innermost(Dwfl_Module* module, uint64_t address) const;
  void add_inlined(Dwfl_Module* module, uint64_t address, std::vector<SourceFrame>& frames) const;
};

Symbols::Symbols(const std::vector<MappedModule>& modules) : impl_(std::make_unique<Impl>()) {
  static char* no_path = nullptr;
  impl_->callbacks.find_elf = dwfl_linux_proc_find_elf;
  impl_->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
  impl_->callbacks.debuginfo_path = &no_path;
  impl_->session = dwfl_begin(&impl_->callbacks);
  if (impl_->session == nullptr) return;
  dwfl_report_begin(impl_->session);
  for (const MappedModule& module : modules) {
    // A file of fixed addresses is not moved; others begin where their first byte is mapped.
    const int file = ::open(module.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    unsigned char header[18] = {};
    const bool is_read = ::pread(file, header, sizeof header, 0) == static_cast<ssize_t>(sizeof header);
    ::close(file);
    if (!is_read) continue;
    const bool is_fixed = header[16] == ET_EXEC;
    dwfl_report_elf(impl_->session, module.path.c_str(), module.path.c_str(), -1, is_fixed ? 0 : module.begin,
                    true);
  }
  dwfl_report_end(impl_->session, nullptr, nullptr);
}

Symbols::~Symbols() {
  if (impl_ && impl_->session != nullptr) dwfl_end(impl_->session);
}
Symbols::Symbols(Symbols&&) noexcept = default;

SourceFrame Symbols::Impl::innermost(Dwfl_Module* module, uint64_t address) const {
  SourceFrame frame;
  frame.function = demangled(dwfl_module_addrname(module, address));
  Dwarf_Addr begin = 0;
  const char* path = dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
  frame.module = base_name(path) + "+" + hexadecimal(address - begin);
  frame.is_of_system = is_system_path(path);
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = unit_of(module, address, bias);
  Dwarf_Line* line = unit == nullptr ? nullptr : dwarf_getsrc_die(unit, address - bias);
  const char* source = line == nullptr ? nullptr : dwarf_linesrc(line, nullptr, nullptr);
  if (source == nullptr) return frame;
  const char* folder = text_attribute(unit, DW_AT_comp_dir);
  frame.path = tidy_path(source[0] == '/' || folder == nullptr ? source : std::string(folder) + "/" + source);
  int number = 0;
  int column = 0;
  dwarf_lineno(line, &number);
  dwarf_linecol(line, &column);
  frame.line = static_cast<uint32_t>(number);
  frame.column = static_cast<uint32_t>(column);
  return frame;
}

// The calls that were inlined around the address: the innermost has the line, each outer one the place of the
// call.
void Symbols::Impl::add_inlined(Dwfl_Module* module, uint64_t address,
                                std::vector<SourceFrame>& frames) const {
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = unit_of(module, address, bias);
  Dwarf_Die* scopes = nullptr;
  const int count = unit == nullptr ? 0 : scopes_around(unit, address - bias, scopes);
  for (int i = 0; i < count; ++i) {
    const int tag = dwarf_tag(&scopes[i]);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
    if (std::string name = function_name(&scopes[i]); !name.empty()) frames.back().function = std::move(name);
    if (tag == DW_TAG_subprogram) break;
    SourceFrame caller;
    caller.module = frames.back().module;
    caller.is_of_system = frames.back().is_of_system;
    caller.path = tidy_path(file_by_number(unit, number_attribute(&scopes[i], DW_AT_call_file)));
    caller.line = number_attribute(&scopes[i], DW_AT_call_line);
    caller.column = number_attribute(&scopes[i], DW_AT_call_column);
    frames.push_back(std::move(caller));
  }
  std::free(scopes);
}

const std::vector<SourceFrame>& Symbols::frames(uint64_t return_address) {
  const auto [entry, is_new] = impl_->known.try_emplace(return_address);
  std::vector<SourceFrame>& frames = entry->second;
  if (!is_new) return frames;
  const uint64_t address = return_address - 1;
  Dwfl_Module* module = impl_->session == nullptr ? nullptr : dwfl_addrmodule(impl_->session, address);
  if (module == nullptr) {
    SourceFrame unknown;
    unknown.module = hexadecimal(return_address);
    frames.push_back(std::move(unknown));
    return frames;
  }
  frames.push_back(impl_->innermost(module, address));
  const std::string outermost = frames.front().function;
  impl_->add_inlined(module, address, frames);
  if (frames.back().function.empty()) frames.back().function = outermost;
  return frames;
}

NamedData Symbols::data(uint64_t address) {
  NamedData result;
  Dwfl_Module* module = impl_->session == nullptr ? nullptr : dwfl_addrmodule(impl_->session, address);
  if (module == nullptr) return result;
  Dwarf_Addr begin = 0;
  const char* path = dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
  result.module = base_name(path);
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name != nullptr && offset < std::max<uint64_t>(symbol.st_size, 1)) {
    result.name = demangled(name);
    result.offset = offset;
  }
  return result;
}

}  // namespace dh
