// Includes, conditions and macros: from the tokens of files to the tokens of forms.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "erlang/syntax/include_search.h"
#include "erlang/syntax/macros.h"
#include "erlang/syntax/parser.h"
#include "erlang/syntax/tokenizer.h"
#include "source/diagnostic.h"

namespace dh::erlang {

struct PreprocessorOptions {
  std::vector<std::string> defines;  // NAME or NAME=tokens
  int otp_release = 28;              // ?OTP_RELEASE
  std::string source_name;           // ?FILE, when it is not the path
};

struct FormTokens {
  std::vector<Token> tokens;  // without the dot
  TreePlace end;              // of the dot
};

// One module at a time. Adds the files it reads to the module, and reports errors; a form
// with an error in it is left out, except that an unknown macro ?M stands for the atom '?M', so that what
// surrounds it can be analysed.
class Preprocessor {
 public:
  Preprocessor(std::shared_ptr<const TokenizedFile> file, const PreprocessorOptions& options,
               IncludeSearch& search, Module& module, SharedInterner& names, Diagnostics& diagnostics);

  // The next form that is not a directive; nothing at the end.
  std::optional<FormTokens> next();

  void report(Severity severity, const TreePlace& place, std::string message);

 private:
  struct Condition {
    bool active = false;   // forms are taken
    bool settled = false;  // some branch was taken, or none can be
    bool has_else = false;
    TreePlace place;
  };
  struct File {
    std::shared_ptr<const TokenizedFile> source;
    size_t at = 0;
    size_t next_error = 0;
    uint16_t index = 0;  // into Module::files
    int64_t shift = 0;   // of lines, after -file
    std::string path;
    size_t conditions = 0;  // how many were open when it was entered
  };

  void report_once(Severity severity, const TreePlace& place, std::string message);

  // Files.
  void enter(std::shared_ptr<const TokenizedFile> source, const std::string& path, const std::string& name);
  void leave();
  uint16_t add_file(const std::string& name, const std::string& path);
  bool raw_form(FormTokens& form);
  bool report_token_errors(File& file, const TreePlace& until, bool quiet);
  void fix(Token& token, const File& file) const;

  // Directives; true when the form was one.
  bool directive(const FormTokens& form);
  bool conditional(std::string_view name, const FormTokens& form);
  void define(const FormTokens& form);
  void include(const FormTokens& form, bool library);
  void set_file(const FormTokens& form);
  void feature(const FormTokens& form);
  std::optional<Symbol> single_name(const FormTokens& form);
  bool evaluate(const FormTokens& form);
  void bad_directive(const FormTokens& form, std::string_view name);
  bool active() const { return conditions_.empty() || conditions_.back().active; }

  // Macros.
  void predefine();
  void set_macro(std::string_view name, Token token);
  void set_file_macro(const TreePlace& place);
  void note_module(const FormTokens& form);
  bool expand(std::vector<Token>& tokens);
  bool expand_one(std::vector<Token>& pending, std::vector<Token>& out);
  std::optional<Token> built_in(const Token& name);
  void find_function();
  void unknown_macro(const Token& name, std::string message, std::vector<Token>& out);

  const PreprocessorOptions& options_;
  IncludeSearch& search_;
  Module& module_;
  SharedInterner& names_;
  Diagnostics& diagnostics_;
  MacroTable macros_;
  std::vector<File> files_;
  std::vector<Condition> conditions_;
  std::string module_path_;
  size_t includes_ = 0;
  bool include_missing_ = false;
  StringSet reported_;
  FlatSet<Symbol> features_;

  // The form being expanded, for ?FUNCTION_NAME.
  const std::vector<Token>* form_ = nullptr;
  bool looking_for_function_ = false;
  std::optional<std::pair<Symbol, int64_t>> function_;
  size_t budget_ = 0;
};

}  // namespace dh::erlang
