// Results of parts of programs in the cache: one entry for each shape of a program.
#pragma once

#include "cache/encode.h"
#include "cache/store.h"
#include "cli/check/cache_key.h"
#include "findings/kept_parts.h"

namespace dh {

class StoredParts final : public KeptParts {
 public:
  StoredParts(const CacheStore& store, const CacheKey& key, FactorById factor_by_id)
      : store_(store), key_(key), factor_by_id_(std::move(factor_by_id)) {}

  std::vector<std::optional<PartResult>> find(std::string_view shape) override;
  void keep(std::vector<PartResult> parts) override { parts_ = std::move(parts); }
  // Writes what was kept, once the inputs are known to be those of the key.
  void store() const;

 private:
  const CacheStore& store_;
  const CacheKey& key_;
  FactorById factor_by_id_;
  std::string entry_;  // the key of the shape
  std::vector<PartResult> parts_;
};

}  // namespace dh
