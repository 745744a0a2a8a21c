#include "vcs/git.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <tuple>

extern char** environ;

namespace dh {

namespace {

// Options that keep hooks, monitors and helpers of a repository's configuration from being run.
constexpr std::array<const char*, 8> kSafeOptions = {
    "--no-pager", "--no-optional-locks",      "-c", "core.fsmonitor=false",
    "-c",         "core.hooksPath=/dev/null", "-c", "protocol.allow=never"};

struct Pipe {
  int read_end = -1, write_end = -1;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  ~Pipe() {
    close(read_end);
    close(write_end);
  }
};

// Reads both pipes to their ends, whichever has something first.
void read_all(Pipe& out, Pipe& err, std::string& out_text, std::string& err_text) {
  std::array<char, 65536> buffer;
  while (out.read_end >= 0 || err.read_end >= 0) {
    pollfd ends[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
    if (::poll(ends, 2, -1) < 0 && errno != EINTR) return;
    for (auto [pipe, text, events] :
         {std::tuple{&out, &out_text, ends[0].revents}, {&err, &err_text, ends[1].revents}}) {
      if (events == 0) continue;
      const ssize_t n = ::read(pipe->read_end, buffer.data(), buffer.size());
      if (n > 0) text->append(buffer.data(), static_cast<size_t>(n));
      if (n == 0 || (n < 0 && errno != EINTR)) Pipe::close(pipe->read_end);
    }
  }
}

std::vector<std::string> safe_environment() {
  std::vector<std::string> result = {"LC_ALL=C", "GIT_TERMINAL_PROMPT=0"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("LC_ALL=") && !text.starts_with("GIT_EXTERNAL_DIFF=")) result.emplace_back(text);
  }
  return result;
}

// A file in memory that holds the text, at its beginning; -1 when there is none to be had.
int file_of(std::string_view text) {
  const int file = ::memfd_create("deadheat-git", MFD_CLOEXEC);
  while (file >= 0 && !text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      ::close(file);
      return -1;
    }
    text.remove_prefix(static_cast<size_t>(n));
  }
  if (file >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.starts_with("fatal: ") ? line.substr(7) : line;
}

}  // namespace

Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                            std::string_view standard_input) {
  std::vector<std::string> command = {"git", "-C", folder};
  command.insert(command.end(), kSafeOptions.begin(), kSafeOptions.end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  const std::vector<std::string> variables = safe_environment();
  Pipe out, err;
  int input = file_of(standard_input);
  if (input < 0 || !out.open() || !err.open()) return fail("git cannot be run: {}", std::strerror(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, "git", &actions, nullptr, pointers(command).data(), pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  Pipe::close(input);
  if (error != 0) return fail("git cannot be run: {}", std::strerror(error));
  Pipe::close(out.write_end);
  Pipe::close(err.write_end);
  std::string out_text, err_text;
  read_all(out, err, out_text, err_text);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    size_t name = 0;
    while (arguments[name] == "-c") name += 2;
    return fail("git {}: {}", arguments[name], err_text.empty() ? "failed" : first_line(err_text));
  }
  return out_text;
}

std::vector<std::string> split_at_nul(const std::string& output) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < output.size();) {
    size_t end = std::min(output.find('\0', begin), output.size());
    parts.push_back(output.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace dh
