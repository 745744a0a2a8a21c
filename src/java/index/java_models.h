// What is known about libraries: models/java.toml, and the [java] table of deadheat.toml on top of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "source/diagnostic.h"
#include "source/toml.h"

namespace dh::java {

// How a type behaves when several threads use one object of it.
enum class Sharing : uint8_t {
  unknown,      // a library type that no model names
  immutable,    // nothing inside can change
  thread_safe,  // its own methods protect it
  mutable_,     // known to need a lock
};

// How strongly a lock is held; a stronger mode includes the weaker ones.
enum class LockMode : uint8_t { optimistic, read, exclusive };

// What calling a method of a lock type does.
enum class LockOperation : uint8_t {
  none,
  acquire,   // in `mode`
  try_lock,  // in `mode`, where the result is true or not zero
  convert,   // a held stamp to `mode`, where the result is not zero
  validate,  // ends an optimistic read
  release,
  view,       // returns a lock of `mode` on the same monitor
  view_both,  // returns a read/write lock on the same monitor
};

struct LockMethod {
  LockOperation operation = LockOperation::none;
  LockMode mode = LockMode::exclusive;
};

// A set of names with `*` at one end, as the model writes them.
class NamePatterns {
 public:
  void add(std::string_view pattern);
  bool contains(std::string_view name) const;
  bool empty() const { return exact_.empty() && prefixes_.empty() && suffixes_.empty(); }

 private:
  StringSet exact_;
  std::vector<std::string> prefixes_;  // "Atomic*"
  std::vector<std::string> suffixes_;  // "*Exception"
};

// Names of types: qualified ones, whole packages, and patterns of simple names.
class TypePatterns {
 public:
  void add(std::string_view pattern);
  // `qualified` may be empty when only the simple name is known.
  bool contains(std::string_view qualified, std::string_view simple) const;
  // Only exact qualified names: for guesses from `import a.b.*`.
  bool names(std::string_view qualified) const;
  // Whether the last part of a qualified name is this.
  bool names_last(std::string_view simple) const;

 private:
  StringSet qualified_;
  StringSet packages_;
  NamePatterns simple_;
};

struct LockType {
  TypePatterns types;
  std::optional<int64_t> made_with;  // a lock only when it is made with this first argument: Semaphore(1)
  StringMap<LockMethod> methods;
};

struct ContractAnnotation {
  std::string name;    // Contract
  std::string member;  // threading
  std::string prefix;  // SAFE
};

enum class EntryPoints : uint8_t { public_, protected_, package };

// Read-only after loading, so threads share it.
struct Models {
  StringSet thread_safe_annotations;
  StringSet immutable_annotations;
  StringSet guarded_by_annotations;
  StringSet test_visibility_annotations;
  StringSet serial_callbacks;                 // Interface.method: its calls for one object never run at once
  StringMap<std::string> thread_annotations;  // @UiThread -> "MainThread"; "": any of many threads
  StringSet lockless_annotations;             // the method takes no lock
  StringSet functional_annotations;           // the method returns the same each time
  StringSet not_thread_safe_annotations;
  StringSet generated_annotations;
  NamePatterns set_up_methods;  // run before other threads have the object: init, configure
  StringSet set_up_annotations;
  NamePatterns reporting_methods;  // for people: toString, dump*
  NamePatterns test_folders;
  NamePatterns test_files;
  NamePatterns generated_folders;
  std::vector<ContractAnnotation> contract_annotations;
  std::vector<ContractAnnotation> immutable_contracts;

  TypePatterns thread_safe_types;
  TypePatterns immutable_types;
  TypePatterns final_state_types;  // safe to read through any reference
  TypePatterns mutable_types;
  TypePatterns user_thread_safe_types;  // of the settings alone: they also apply to the project's classes
  TypePatterns user_immutable_types;
  StringSet promising_supertypes;
  NamePatterns thread_safe_factories;  // "Collections.synchronized*"
  NamePatterns immutable_factories;
  NamePatterns wrapping_factories;

  NamePatterns modifying_methods;
  NamePatterns neutral_methods;
  NamePatterns view_methods;
  NamePatterns fresh_methods;
  NamePatterns harmless_calls;         // "Logger.*": they keep none of their arguments
  StringMap<int> modifying_arguments;  // "System.arraycopy" -> 2
  NamePatterns run_at_once;
  NamePatterns combining_methods;  // of lambdas: they keep the receiver for later
  TypePatterns run_later_types;
  TypePatterns serial_executors;     // run their tasks one after another
  NamePatterns serial_factories;     // "Executors.newSingleThread*"
  NamePatterns serial_checks;        // their methods that throw outside a task
  std::vector<LockType> lock_types;  // users' own first
  StringSet lock_methods;            // of all of them

  // Choices of the user.
  bool all_classes = false;
  bool judge_subclasses = false;  // of thread-safe classes and interfaces
  bool infer_guards = true;       // of classes that claim nothing
  bool judge_tests = false;       // infer guards in the folders of tests, too
  EntryPoints entry_points = EntryPoints::public_;
  std::string locked_suffix;  // methods whose name ends so hold the class's guard at entry; empty: none

  Sharing sharing(std::string_view qualified, std::string_view simple) const;
  // Only where the model names exactly this type: for classes of the project.
  Sharing sharing_exact(std::string_view qualified, std::string_view simple) const;
  // Whether a supertype's own methods are safe by contract, so that its subclasses are too: Thread,
  // ConcurrentMap, ... but not Runnable or Closeable, which promise nothing.
  bool promises(std::string_view supertype) const { return promising_supertypes.contains(supertype); }
  // The same for a simple name that only `import package.*` can explain.
  Sharing sharing_by_import(std::string_view package, std::string_view simple) const;
  // Without a qualified name (`import a.b.*`), the simple name is used.
  const LockType* lock_type(std::string_view qualified, std::string_view simple) const;
};

// The embedded model with the settings on top. Errors in the settings are reported and ignored.
Models load_models(const TomlValue* settings, Diagnostics& diagnostics);

}  // namespace dh::java
