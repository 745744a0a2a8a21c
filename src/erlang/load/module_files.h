// Which inputs there are: folders walked, archives opened, escripts unwrapped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "erlang/beam/zip_file.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace dh::erlang {

enum class InputKind { source, beam };

// One module to read. Archive members are unpacked when they are read, not before.
struct InputFile {
  InputKind kind = InputKind::source;
  std::string path;  // "x.ez!/x/ebin/y.beam" inside an archive
  bool escript = false;
  std::optional<SourceFile> container;  // the archive or escript it is in
  std::optional<ZipEntry> entry;
  uint32_t skip = 0;  // bytes of an escript before its module

  // The name of the module as its file is called.
  std::string module_name() const;
  Result<SourceFile> open() const;
};

// The modules that the paths name. Sorted by path, without repetition.
std::vector<InputFile> find_inputs(const std::vector<std::string>& paths, Diagnostics& diagnostics);

}  // namespace dh::erlang
