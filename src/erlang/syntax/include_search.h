// Headers: where -include and -include_lib find them, and their tokens, read once for all modules.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "erlang/syntax/source_locator.h"
#include "erlang/syntax/tokenizer.h"
#include "source/root.h"
#include "source/source_file.h"

namespace dh::erlang {

struct Header {
  std::string path;
  std::shared_ptr<const TokenizedFile> tokens;
};

// Thread-safe. Finds no header outside of the roots and the installed OTP.
class IncludeSearch {
 public:
  IncludeSearch(std::vector<std::string> include_paths, std::vector<std::string> library_paths,
                bool installed_otp, const ReadableRoots& roots, SharedInterner& names);

  // For -include("name") in the file `includer`, on behalf of the module at `module_path`: the includer's
  // folder, the include paths, then where projects keep headers: include/ and src/ of the application, and
  // include/ of the applications beside it; at last the header of that name which is nearest in the tree.
  std::optional<Header> include(const std::string& name, const std::string& includer,
                                const std::string& module_path);
  // For -include_lib("app/include/name"): as -include, else in the application `app` below the library
  // folders.
  std::optional<Header> include_lib(const std::string& name, const std::string& includer,
                                    const std::string& module_path);

  // The file that -file("name", _) in the file `generated` names: beside it, or in its package. Empty if
  // nowhere.
  std::string named_file(const std::string& name, const std::string& generated) const;

 private:
  std::optional<Header> search(const std::string& name, const std::string& includer,
                               const std::string& module_path);
  std::optional<Header> search_library(const std::string& name, const std::string& module_path);
  std::optional<Header> find_anywhere(const std::string& name, const std::string& module_path);
  using HeadersByName = StringMap<std::vector<std::string>>;
  const HeadersByName& headers_below(const std::string& root);
  std::optional<Header> open(const std::string& path);
  std::optional<Header> include_neighbour(std::string_view name, const std::string& includer);
  std::optional<Header> include_of_any(const std::string& name, const std::string& library);
  std::string application_folder(const std::string& library, std::string_view application);

  std::vector<std::string> include_paths_;
  std::vector<std::string> library_paths_;
  ReadableRoots roots_;
  SharedInterner& names_;
  SourceLocator locator_;
  std::mutex mutex_;
  StringMap<std::optional<Header>> headers_;  // by path; empty when there is no such file
  StringMap<HeadersByName> trees_;            // by root of the check
  StringMap<std::string> applications_;       // library/app -> folder, "" when there is none
};

// Where the installed OTP keeps its applications; empty when there is none.
std::string installed_otp_library();
// The number in releases/, such as 25; 0 when there is no OTP.
int installed_otp_release();

}  // namespace dh::erlang
