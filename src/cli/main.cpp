#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/out_of_memory.h"

namespace {

// A stream that the caller closed: the next file would get its number, and messages would be written into
// it. What is put there cannot be written either, so that a lost report is still noticed.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // the lowest number that is free
  }
}

}  // namespace

int main(int argc, char** argv) {
  fill_closed_streams();
  ::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is no reason to lose the other reports
  ::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is a failed write with a message
  // Arguments of compilers are theirs: they are not read as ours.
  if (const auto status = dh::run_as_compiler(argc, argv)) return *status;
  dh::guard_against_out_of_memory();
  return dh::run_command_line(
      argc, argv,
      {
          {"check", "Find concurrency bugs in source files (static analysis)", dh::define_check},
          {"run", "Run a Java or native program and find concurrency bugs in it", dh::define_run},
          {"replay", "Find concurrency bugs in recorded traces", dh::define_replay},
          {"trace", "Look at recorded traces, cut and convert them", dh::define_trace},
          {"fleet", "Check many projects: on one machine, a cluster, or in CI", dh::define_fleet},
          {"c++", "Compile and link a C++ program for 'deadheat run'", dh::define_cxx},
          {"cc", "Compile and link a C program for 'deadheat run'", dh::define_cc},
          {"compiler-flags", "Print the flags that compile and link a native program for 'deadheat run'",
           dh::define_compiler_flags},
          {"lsp", "Serve an editor: the Language Server Protocol on standard input and output",
           dh::define_lsp},
          {"ir", "Print SmallIR as LLVM IR text", dh::define_ir},
          {"rules", "List the rules, with their default levels", dh::define_rules},
          {"explain", "Explain a rule: what it finds, why, and how to fix it", dh::define_explain},
          {"tools", "List the tools for 'run' and 'replay'", dh::define_tools},
          {"init", "Write a deadheat.toml for the languages of a folder", dh::define_init},
          {"cache", "Show or remove what earlier checks left in the cache", dh::define_cache},
          {"completions", "Print completions for a shell", dh::define_completions},
          {"help", "Describe a command", dh::define_help},
          {"version", "Print the version", dh::define_version},
      });
}
