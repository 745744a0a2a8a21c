// What the program's exit status means.
#pragma once

namespace dh {

enum class ExitStatus {
  clean = 0,
  findings = 1,    // at or above --fail-on
  usage = 2,       // command line or configuration
  incomplete = 3,  // something could not be analysed, and nothing at or above --fail-on was found
  interrupted = 130,
};

inline constexpr const char* kExitStatusHelp =
    "Exit status: 0 nothing found, 1 findings at or above --fail-on, 2 usage or configuration error,\n"
    "3 analysis incomplete (something could not be read, parsed or decided) and no such findings,\n"
    "130 interrupted.\n";

}  // namespace dh
