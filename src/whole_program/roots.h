// The roots of threads that the program itself does not start: scripts, entry points, and in library mode the
// public methods of classes that start threads.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "smallir/library_model.h"
#include "smallir/module.h"
#include "source/diagnostic.h"

namespace dh::whole {

enum class RootKind : uint8_t {
  load_time,  // before everything else
  script,
  entry,    // callable in parallel, by any thread
  library,  // may be called while the threads of the object run, by one process
  test,     // an SUnit test: a program of its own
  api,      // of code that starts no process: called from several processes, each with its own receiver
};

inline bool called_in_parallel(RootKind kind) {
  return kind == RootKind::entry || kind == RootKind::api;
}

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
  bool library_mode = false;  // there are library roots only
  bool api_mode = false;      // there are api roots only: nothing starts a process
  uint32_t library_group = 0;
};

Roots find_roots(const smallir::Module& module, const smallir::LibraryModel& model);

// A class whose methods `test...` SUnit runs, each as a program of its own.
bool is_test_class(const smallir::Module& module, smallir::ClassId class_id);

// What others may send to an object of the class: its methods and those above, without those of a root class
// and private ones (protocols that begin with `private`, own-object of the model).
std::vector<smallir::FunctionId> public_methods(const smallir::Module& module,
                                                const smallir::LibraryModel& model,
                                                smallir::ClassId class_id);

// A class that guards its own variables with a lock of its own is made to be shared by processes.
bool guards_its_variables(const smallir::Module& module, const smallir::LibraryModel& model,
                          smallir::ClassId class_id);

// Selectors that are only sent to self, while a lock is held: users call the methods that take the lock.
FlatSet<uint32_t> guarded_steps(const smallir::Module& module, const smallir::LibraryModel& model);

enum class Starter : uint8_t {
  no,
  own_block,  // the text of the method, its blocks included, has a send that may start a thread
  argument,   // ... and it starts a block that it gets: its callers say what the thread does
};
// By function; blocks count for the method they are in.
std::vector<Starter> thread_starters(const smallir::Module& module, const smallir::LibraryModel& model);

}  // namespace dh::whole
