// A folder of files by key. Safe under several processes and after a kill: files are renamed into place, and
// what cannot be read counts as absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace dh {

class CacheStore {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t{512} << 20;

  // The folder need not exist yet.
  explicit CacheStore(std::string folder, uint64_t max_bytes = kMaxBytes)
      : folder_(std::move(folder)), max_bytes_(max_bytes) {}

  // $DEADHEAT_CACHE, else deadheat in $XDG_CACHE_HOME or ~/.cache; nothing when there is no home, or with
  // DEADHEAT_CACHE=off.
  static std::optional<std::string> default_folder();

  std::optional<std::string> find(const std::string& key) const;
  void remove(const std::string& key) const;
  // Failures are ignored: a cache that cannot be written is none. Then removes what was not used for longest,
  // until the folder is small enough.
  void put(const std::string& key, std::string_view bytes) const;

  struct Usage {
    size_t files = 0;
    uint64_t bytes = 0;
  };
  Usage usage() const;
  // Removes everything that put() made, and nothing else.
  Result<Usage> clean() const;

 private:
  std::string path_of(const std::string& key) const;
  void shrink() const;

  std::string folder_;
  uint64_t max_bytes_;
};

}  // namespace dh
