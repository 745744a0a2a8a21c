// Where threads that nobody in the program starts begin: scripts, entry points, and in library mode the
// public methods of classes that start threads.
#pragma once

#include <string>
#include <vector>

#include "smallir/library_model.h"
#include "smallir/module.h"
#include "source/diagnostic.h"

namespace dh::whole {

enum class RootKind : uint8_t {
  load_time,  // before everything else
  script,
  entry,    // callable in parallel, by anybody
  library,  // may be called while the threads of the object run
};

struct Root {
  RootKind kind{};
  smallir::ClassId class_id;                   // entry, library: the receiver is an object of this class
  std::vector<smallir::FunctionId> once;       // run first: initialize
  std::vector<smallir::FunctionId> functions;  // run then, in this order
  std::string title;
  uint32_t group = 0;  // threads of different groups never run together; 0 runs with all
};

struct Roots {
  std::vector<Root> roots;
  bool library_mode = false;
};

Roots find_roots(const smallir::Module& module, const smallir::LibraryModel& model);

// Whether the text of a method, its blocks included, has a send that may start a thread.
std::vector<bool> thread_starters(const smallir::Module& module, const smallir::LibraryModel& model);

}  // namespace dh::whole
