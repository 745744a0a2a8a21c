// The tree that is read from compiled Elixir modules against the tree of the Erlang forms that Elixir's own
// compiler makes of them. A sample; with DEADHEAT_ELIXIR_FOLDERS, a list of folders separated by colons, all
// their modules (bench/erlang/elixir_agreement).
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "erlang/beam/beam_module.h"
#include "erlang/syntax/tree_print.h"

namespace dh::erlang {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
  std::string result;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  while (size_t n = fread(buffer, 1, sizeof buffer, pipe)) result.append(buffer, n);
  ::pclose(pipe);
  while (result.ends_with('\n')) result.pop_back();
  return result;
}

std::string elixir_folder() {
  return output_of("elixir -e 'IO.write(:code.lib_dir(:elixir))' 2>/dev/null");
}

std::vector<std::string> modules_to_compare(const std::string& elixir) {
  std::vector<std::string> result;
  const char* folders = std::getenv("DEADHEAT_ELIXIR_FOLDERS");
  if (folders == nullptr) {
    for (std::string_view name :
         {"Access", "Enum", "GenServer", "Registry", "Task.Supervised", "Calendar.ISO", "Code.Formatter",
          "Exception", "Kernel.ParallelCompiler", "Module.ParallelChecker", "File.Stream", "Inspect.Algebra",
          "Config.Provider"}) {
      std::string path = elixir + "/ebin/Elixir." + std::string(name) + ".beam";
      if (fs::exists(path)) result.push_back(path);
    }
    return result;
  }
  std::string_view rest = folders;
  while (!rest.empty()) {
    size_t colon = std::min(rest.find(':'), rest.size());
    for (const auto& entry : fs::recursive_directory_iterator(std::string(rest.substr(0, colon)))) {
      std::string name = entry.path().filename().string();
      if (name.starts_with("Elixir.") && name.ends_with(".beam")) result.push_back(entry.path().string());
    }
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(ElixirAgreement, WithTheFormsOfElixirsCompiler) {
  std::string elixir = elixir_folder();
  if (elixir.empty()) GTEST_SKIP() << "no Elixir: install Debian's elixir";
  std::vector<std::string> beams = modules_to_compare(elixir);
  ASSERT_FALSE(beams.empty());
  fs::path out = fs::temp_directory_path() / ("deadheat_elixir_" + std::to_string(::getpid()));
  std::string command =
      std::string(DEADHEAT_SOURCE_DIR "/tests/erlang/elixir_forms ") + elixir + " " + out.string();
  for (const std::string& beam : beams) command += " " + beam;
  ASSERT_EQ(std::system(command.c_str()), 0);

  SharedInterner names;
  BeamTags tags(names);
  SourceLocator sources;
  Diagnostics diagnostics;
  size_t functions = 0, equal = 0;
  for (const std::string& beam : beams) {
    auto ours = read_beam_module(*SourceFile::open(beam), tags, sources, names, diagnostics);
    fs::path forms = out / fs::path(beam).filename();
    auto theirs = read_beam_module(*SourceFile::open(forms.string()), tags, sources, names, diagnostics);
    ASSERT_NE(ours, nullptr) << beam;
    ASSERT_NE(theirs, nullptr) << beam;
    TreePrintOptions options;
    options.number_variables = true;
    std::string difference = tree_difference(*ours, *theirs, names, options);
    EXPECT_EQ(difference, "") << beam;
    equal += difference.empty() ? 1 : 0;
    functions += ours->functions.size();
  }
  for (const Diagnostic& d : diagnostics) ADD_FAILURE() << d.place.text() << ": " << d.message;
  std::printf("%zu modules, %zu functions; equal %zu\n", beams.size(), functions, equal);
  std::error_code error;
  fs::remove_all(out, error);
}

}  // namespace
}  // namespace dh::erlang
