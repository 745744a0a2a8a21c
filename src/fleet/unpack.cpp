#include "fleet/unpack.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

#include "base/program_module.h"
#include "fleet/archive_module.h"

namespace dh::fleet {

Unpacked unpack(const std::string& archive, const std::string& folder, const Limits& limits) {
  const ProgramModule module = load_program_module("libdeadheat_archive.so");
  if (module.handle == nullptr)
    return {fmt::format("archives cannot be read: {} (Debian: libarchive13)", module.problem), false};
  const auto run = reinterpret_cast<dh_unpack_function>(::dlsym(module.handle, "dh_unpack"));
  if (run == nullptr) return {"libdeadheat_archive.so is not the archive module of deadheat", false};
  std::array<char, 1024> problem{};
  const int status = run(archive.c_str(), folder.c_str(), limits.unpacked_bytes, limits.unpacked_files,
                         problem.data(), static_cast<uint32_t>(problem.size()));
  return {status == 0 ? "" : problem.data(), status == 2};
}

}  // namespace dh::fleet
