// Archives of applications (.ez, and those inside escripts) are zip files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dh::erlang {

struct ZipEntry {
  std::string name;
  uint16_t method = 0;  // 0 stored, 8 deflated
  uint32_t compressed_size = 0;
  uint32_t size = 0;
  uint32_t offset = 0;  // of the local header
};

// The files in the archive, in the order of its directory. Text before the archive is allowed, as in
// escripts.
Result<std::vector<ZipEntry>> read_zip_directory(std::string_view archive);

// The bytes of one file; never more than its entry claims.
Result<std::string> read_zip_entry(std::string_view archive, const ZipEntry& entry);

}  // namespace dh::erlang
