#include "base/program_module.h"

#include <dlfcn.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>

namespace dh {

std::string program_path() {
  std::array<char, 4096> buffer{};
  const ssize_t size = ::readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
  return std::string(buffer.data(), size < 0 ? 0 : static_cast<size_t>(size));
}

ProgramModule load_program_module(const std::string& file_name) {
  const std::string program = program_path();
  const size_t slash = program.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : program.substr(0, slash);
  for (const char* where : {"", "../lib/", "../lib/deadheat/"}) {
    const std::string path = fmt::format("{}/{}{}", folder, where, file_name);
    if (::access(path.c_str(), R_OK) != 0) continue;
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return {handle, ""};
    const char* error = ::dlerror();
    return {nullptr, error == nullptr ? "unknown error" : error};
  }
  return {nullptr, fmt::format("{} was not found beside the program", file_name)};
}

}  // namespace dh
