// Parts of the program that bring large libraries with them: modules that are loaded on first use.
#pragma once

#include <string>

namespace dh {

struct ProgramModule {
  void* handle = nullptr;  // for dlsym; stays loaded
  std::string problem;     // why there is none
};

// Looks beside the program and in ../lib/deadheat.
ProgramModule load_program_module(const std::string& file_name);

// The program itself, as a path that stays valid when another program of the same process is run.
std::string program_path();

}  // namespace dh
