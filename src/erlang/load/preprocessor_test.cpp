#include "erlang/syntax/preprocessor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "erlang/load/load.h"
#include "erlang/syntax/tree_test_support.h"

namespace dh::erlang {
namespace {

std::string body_of(std::string_view text, const SourceModuleOptions& options = {}) {
  return parse_text(text, options)->body();
}

TEST(Preprocessor, MacrosWithAndWithoutArguments) {
  EXPECT_EQ(body_of("-define(A, 1). f() -> ?A."), "integer 1\n");
  EXPECT_EQ(body_of("-define(A(X), {X, X}). f() -> ?A(b)."), "tuple\n  atom 'b'\n  atom 'b'\n");
  EXPECT_EQ(
      body_of("-define(A(X, Y), X + Y). f() -> ?A(g(1, 2), [3, 4])."),
      "op +\n  call\n    atom 'g'\n    integer 1\n    integer 2\n  list\n    integer 3\n    integer 4\n");
  EXPECT_EQ(body_of("-define(A(), none). f() -> ?A()."), "atom 'none'\n");
  EXPECT_EQ(body_of("-define(A(X), begin X end). f() -> ?A(case a of b -> c, d end)."),
            "block\n  case\n    atom 'a'\n    clause\n      atom 'b'\n      do\n        atom 'c'\n        "
            "atom 'd'\n");
  EXPECT_EQ(body_of("-define(A(X), X). f() -> ?A(?A(?A(1)))."), "integer 1\n");
  EXPECT_EQ(body_of("-define(A, b). f() -> ?A(1)."), "call\n  atom 'b'\n  integer 1\n");
}

TEST(Preprocessor, OverloadsAndUndef) {
  EXPECT_EQ(body_of("-define(L(X), ?L(X, d)). -define(L(X, Y), {X, Y}). f() -> ?L(a)."),
            "tuple\n  atom 'a'\n  atom 'd'\n");
  EXPECT_EQ(body_of("-define(A, 1). -undef(A). -ifdef(A). f() -> a. -else. f() -> b. -endif."), "atom 'b'\n");
}

TEST(Preprocessor, TextOfArguments) {
  EXPECT_EQ(body_of("-define(T(X), ??X). f() -> ?T(g('A b', \"s\\n\", $c, X))."),
            "string 'g ( 'A b' , \"s\\n\" , $c , X )'\n");
}

TEST(Preprocessor, PredefinedMacros) {
  EXPECT_EQ(body_of("f() ->\n ?LINE."), "integer 2\n");
  EXPECT_EQ(body_of("f() -> ?MODULE."), "atom 'x'\n");
  EXPECT_EQ(body_of("f() -> ?MODULE_STRING."), "string 'x'\n");
  EXPECT_EQ(body_of("f() -> ?FILE."), "string 'no_such_folder/x.erl'\n");
  EXPECT_EQ(body_of("f() -> ?MACHINE."), "atom 'BEAM'\n");
  EXPECT_EQ(body_of("g(A, [_, _], {}) -> {?FUNCTION_NAME, ?FUNCTION_ARITY}."),
            "tuple\n  atom 'g'\n  integer 3\n");
  // The compilers of OTP before 28.4 count one less here.
  EXPECT_EQ(body_of("g([[]], _) -> ?FUNCTION_ARITY."), "integer 2\n");
}

TEST(Preprocessor, Conditions) {
  EXPECT_EQ(body_of("-ifndef(A). f() -> a. -else. f() -> b. -endif."), "atom 'a'\n");
  EXPECT_EQ(body_of("-if(?OTP_RELEASE >= 21). f() -> a. -else. f() -> b. -endif."), "atom 'a'\n");
  EXPECT_EQ(
      body_of(
          "-if(1 + 1 =:= 3). f() -> a. -elif(defined(B) orelse true). f() -> b. -else. f() -> c. -endif."),
      "atom 'b'\n");
  EXPECT_EQ(body_of("-ifdef(A). -ifdef(B). x( -endif. -else. f() -> a. -endif."),
            "no function\n1:14 this condition has no `-endif`\n");
  EXPECT_EQ(body_of("-ifdef(A). $ -ifdef(B). -else. -endif. f( -else. -endif. f() -> a."), "atom 'a'\n");
  SourceModuleOptions options;
  options.preprocessor.defines = {"TEST", "N=40 + 2"};
  EXPECT_EQ(body_of("-ifdef(TEST). f() -> ?N. -endif.", options), "op +\n  integer 40\n  integer 2\n");
}

TEST(Preprocessor, MacroTextStandsWhereItIsCalled) {
  auto parsed = parse_text("\n-define(A(X), ets:insert(t, X)).\nf() ->\n   ?A({k,\n v}).");
  const Expr& call = *parsed->module->functions[0].clauses[0].body[0];
  EXPECT_EQ(call.place.line, 4u);
  EXPECT_EQ(call.place.column, 5u);
  EXPECT_EQ(call.child(2).place, (TreePlace{4, 5, 7, 4, 0}));
}

TEST(Preprocessor, UnknownMacrosAreReportedAndTheFormIsKept) {
  auto parsed = parse_text("f() -> ets:lookup(?TAB, k), ?TAB, ?LOG(a).");
  EXPECT_EQ(parsed->problems(), "1:32 macro ?TAB is not defined\n1:48 macro ?LOG is not defined\n");
  EXPECT_EQ(parsed->module->functions.size(), 1u);
  EXPECT_NE(parsed->body().find("atom '?TAB'"), std::string::npos);
}

TEST(Preprocessor, CircularAndExplodingMacrosEnd) {
  auto circular = parse_text("-define(A, ?B). -define(B(X), ?A). -define(B, ?A). f() -> ?A. g() -> b.");
  EXPECT_NE(circular->problems().find("macro ?A is defined in terms of itself"), std::string::npos)
      << circular->problems();
  EXPECT_EQ(circular->module->functions.size(), 2u);

  std::string text = "-define(M0, a).\n";
  for (int i = 1; i <= 40; ++i) {
    std::string before = "?M" + std::to_string(i - 1);
    text += "-define(M" + std::to_string(i) + ", {" + before + ", " + before + "}).\n";
  }
  auto exploding = parse_text(text + "f() -> ?M40.\ng() -> b.");
  EXPECT_NE(exploding->problems().find("expands to more than"), std::string::npos) << exploding->problems();
  EXPECT_EQ(exploding->module->functions.size(), 1u);
}

TEST(Preprocessor, UnbalancedConditions) {
  EXPECT_EQ(parse_text("-endif. -else. f() -> a.")->problems(),
            "1:14 `-endif` without a condition before it\n1:22 `-else` without a condition before it\n");
  EXPECT_EQ(parse_text("-ifdef(A). -else. -else. -endif. f() -> a.")->problems(),
            "1:32 `-else` after `-else`\n");
  EXPECT_EQ(parse_text("-ifndef(A). f() -> a.")->problems(), "1:14 this condition has no `-endif`\n");
}

TEST(Preprocessor, HalfAFile) {
  EXPECT_EQ(parse_text("f() -> a.\ng() -> b, c")->problems(),
            "2:1 the file ends in the middle of this form: its `.` is missing\n");
  EXPECT_EQ(parse_text("f() -> a.\ng() -> \"b, c")->problems(), "2:8 unterminated string\n");
  EXPECT_EQ(parse_text("f() -> a.\ng() -> \"b, c")->module->functions.size(), 1u);
}

TEST(Preprocessor, FileDirectiveMovesPlaces) {
  auto parsed = parse_text("\n-file(\"y.yrl\", 100).\nf() -> a.\n");
  const Function& f = parsed->module->functions[0];
  EXPECT_EQ(f.place.line, 101u);
  EXPECT_EQ(parsed->module->place(f.place).path, "no_such_folder/y.yrl");
}

// A folder below the system's one for temporary files, removed at the end.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() / ("deadheat_erlang_" + std::to_string(::getpid()))) {}
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  std::string write(const std::string& name, const std::string& text) {
    std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  std::string path(const std::string& name = "") const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string load_text(const std::vector<std::string>& paths, const LoadOptions& options,
                      std::string* problems = nullptr) {
  Program program;
  Diagnostics diagnostics;
  load_modules(paths, options, program, diagnostics);
  std::string result;
  for (const auto& module : program.modules) result += tree_print(*module, program.names);
  if (problems != nullptr) {
    for (const Diagnostic& d : diagnostics)
      *problems += std::string(severity_name(d.severity)) + ": " + d.message + "\n";
  }
  return result;
}

TEST(Preprocessor, IncludesAreFound) {
  Folder folder;
  std::string module =
      folder.write("app/src/deep/m.erl",
                   "-module(m).\n-include(\"here.hrl\").\n-include(\"there.hrl\").\n"
                   "-include_lib(\"other/include/o.hrl\").\n-include_lib(\"app/include/there.hrl\").\n"
                   "-include(\"given.hrl\").\nf() -> {?HERE, ?THERE, ?OTHER, ?GIVEN}.\n");
  folder.write("app/src/deep/here.hrl", "-define(HERE, 1).\n");
  folder.write("app/include/there.hrl", "-ifndef(THERE).\n-define(THERE, 2).\n-endif.\n");
  folder.write("libs/other-1.0/include/o.hrl", "-define(OTHER, 3).\n");
  folder.write("given/given.hrl", "-define(GIVEN, 4).\n");
  LoadOptions options;
  options.installed_otp = false;
  options.library_paths = {folder.path("libs")};
  options.include_paths = {folder.path("given")};
  std::string problems;
  std::string tree = load_text({module}, options, &problems);
  EXPECT_EQ(problems, "");
  EXPECT_NE(tree.find("tuple\n        integer 1\n        integer 2\n        integer 3\n        integer 4\n"),
            std::string::npos)
      << tree;
}

TEST(Preprocessor, AMissingIncludeIsAWarning) {
  Folder folder;
  std::string module = folder.write("m.erl", "-module(m).\n-include(\"no.hrl\").\nf() -> ?NO.\n");
  LoadOptions options;
  options.installed_otp = false;
  std::string problems;
  std::string tree = load_text({module}, options, &problems);
  EXPECT_EQ(problems,
            "note: macro ?NO is not defined\n"
            "warning: cannot find `no.hrl`; add its folder with -I or `library-paths`\n");
  EXPECT_NE(tree.find("function f/0"), std::string::npos);
}

TEST(Preprocessor, IncludeLoopsEnd) {
  Folder folder;
  folder.write("a.hrl", "-include(\"b.hrl\").\n-include(\"b.hrl\").\n");
  folder.write("b.hrl", "-include(\"a.hrl\").\n-include(\"a.hrl\").\n");
  std::string module = folder.write("m.erl", "-module(m).\n-include(\"a.hrl\").\nf() -> a.\n");
  LoadOptions options;
  options.installed_otp = false;
  std::string problems;
  std::string tree = load_text({module}, options, &problems);
  EXPECT_NE(problems.find("deep"), std::string::npos) << problems;
  EXPECT_LT(problems.size(), 10'000u);
  EXPECT_NE(tree.find("function f/0"), std::string::npos);
}

TEST(Load, FoldersEscriptsAndOrder) {
  Folder folder;
  folder.write("b/src/b.erl", "-module(b).\nf() -> b.\n");
  folder.write("a/src/a.erl", "-module(a).\nf() -> a.\n");
  folder.write("run.escript", "#!/usr/bin/env escript\n%% -*- erlang -*-\n%%! -smp\nmain(_) -> ok.\n");
  folder.write("notes.txt", "not Erlang");
  LoadOptions options;
  std::string problems;
  std::string tree = load_text({folder.path()}, options, &problems);
  EXPECT_EQ(problems, "");
  EXPECT_LT(tree.find("-module a"), tree.find("-module b"));
  EXPECT_NE(tree.find("-module run\n-export main/1\n"), std::string::npos) << tree;
  options.parallel.jobs = 4;
  EXPECT_EQ(load_text({folder.path()}, options), tree);
}

TEST(Load, WhatCannotBeReadIsSaid) {
  Folder folder;
  std::string beam = folder.write("x.beam", "FOR1");
  std::string archive = folder.write("x.ez", "PK");
  std::string problems;
  EXPECT_EQ(load_text({beam, archive, folder.path("none.erl")}, {}, &problems), "");
  EXPECT_EQ(problems,
            "error: is not an archive, or is truncated\n"
            "error: cannot be opened: No such file or directory\n"
            "error: is not a compiled Erlang module\n");
}

}  // namespace
}  // namespace dh::erlang
