#include "erlang/load/rebar_options.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "erlang/syntax/tokenizer.h"
#include "source/source_file.h"

namespace dh::erlang {

namespace fs = std::filesystem;

namespace {

class OptionReader {
 public:
  OptionReader(const std::vector<Token>& tokens, const std::string& folder, const SharedInterner& names)
      : tokens_(tokens), folder_(folder), names_(names) {}

  BuildOptions read() {
    int depth = 0;
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      if (depth == 0 && is(0, Tok::brace_open) && is_atom(1, "erl_opts") && is(2, Tok::comma) &&
          is(3, Tok::bracket_open)) {
        at_ += 4;
        options();
      } else if (opens(tokens_[at_].kind)) {
        ++depth;
      } else if (closes(tokens_[at_].kind)) {
        --depth;
      }
    }
    return std::move(result_);
  }

 private:
  static bool opens(Tok t) { return t == Tok::brace_open || t == Tok::bracket_open || t == Tok::open; }
  static bool closes(Tok t) { return t == Tok::brace_close || t == Tok::bracket_close || t == Tok::close; }
  bool is(size_t ahead, Tok kind) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(kind);
  }
  bool is_atom(size_t ahead, std::string_view text) const {
    return is(ahead, Tok::atom) && names_.text(tokens_[at_ + ahead].name) == text;
  }
  std::string text(size_t ahead) const { return std::string(names_.text(tokens_[at_ + ahead].name)); }

  // The elements of the list, up to its end; ends after the brace that follows.
  void options() {
    for (int depth = 1; at_ < tokens_.size() && depth > 0; ++at_) {
      if (depth == 1 && is(0, Tok::brace_open)) option();
      if (opens(tokens_[at_].kind)) ++depth;
      if (closes(tokens_[at_].kind)) --depth;
    }
  }

  void option() {
    if (is_atom(1, "i") && is(2, Tok::comma) && is(3, Tok::string)) {
      result_.include_folders.push_back((fs::path(folder_) / text(3)).lexically_normal().string());
    } else if (is_atom(1, "d") && is(2, Tok::comma) && is(3, Tok::atom)) {
      if (is(4, Tok::brace_close)) result_.defines.push_back(text(3));
      if (auto value = is(4, Tok::comma) && is(6, Tok::brace_close) ? value_text(5) : std::nullopt)
        result_.defines.push_back(text(3) + "=" + *value);
    }
  }

  std::optional<std::string> value_text(size_t ahead) const {
    const Token& token = tokens_[at_ + ahead];
    if (token.is(Tok::integer)) return std::to_string(token.integer);
    if (token.is(Tok::atom)) return "'" + text(ahead) + "'";
    std::string written = token.is(Tok::string) ? text(ahead) : "\"";
    if (written.find_first_of("\"\\") != std::string::npos) return std::nullopt;
    return "\"" + written + "\"";
  }

  const std::vector<Token>& tokens_;
  const std::string& folder_;
  const SharedInterner& names_;
  size_t at_ = 0;
  BuildOptions result_;
};

}  // namespace

BuildOptions read_rebar_options(std::string_view text, const std::string& folder, SharedInterner& names) {
  TokenizedFile file = tokenize(text, names);
  return OptionReader(file.tokens, folder, names).read();
}

const BuildOptions& RebarOptions::of_folder(const std::string& folder) {
  auto [it, is_new] = known_.try_emplace(folder);
  if (!is_new) return it->second;
  std::string path = (fs::path(folder) / "rebar.config").string();
  std::error_code error;
  if (!fs::is_regular_file(path, error) || !roots_.allows(path)) return it->second;
  if (Result<SourceFile> file = SourceFile::open(path)) {
    BuildOptions options = read_rebar_options(file->text(), folder, names_);
    known_[folder] = std::move(options);
  }
  return known_[folder];
}

BuildOptions RebarOptions::of_module(const std::string& path) {
  constexpr int kMaxFolders = 8;
  BuildOptions result;
  fs::path folder = fs::path(path).lexically_normal().parent_path();
  for (int i = 0; i < kMaxFolders; ++i) {
    const BuildOptions& options = of_folder(folder.empty() ? std::string(".") : folder.string());
    result.defines.insert(result.defines.end(), options.defines.begin(), options.defines.end());
    result.include_folders.insert(result.include_folders.end(), options.include_folders.begin(),
                                  options.include_folders.end());
    if (folder.empty() || folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return result;
}

}  // namespace dh::erlang
