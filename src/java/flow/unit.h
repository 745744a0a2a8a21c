// One unit of analysis: a top-level class with everything inside it, and the inherited methods of its
// classes. Bodies are lowered to flows; accesses and calls are numbered within the unit.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"
#include "java/flow/flow.h"
#include "java/flow/knowledge.h"
#include "java/flow/paths.h"

namespace dh::java {

struct FieldAccessUse {
  bool reference_read = false;
  bool reference_write = false;
  bool content_read = false;
  bool content_write = false;
  bool as_monitor = false;  // synchronized (f), f.lock()

  bool modifies() const { return reference_write || content_write; }
};

// Which fields of what a field refers to a use reads and writes.
struct ContentUse {
  std::vector<FieldId> written;  // sorted
  std::vector<FieldId> read;

  friend bool operator==(const ContentUse&, const ContentUse&) = default;
};

// How it is known what a use does to the content of the field.
enum class UseEvidence : uint8_t {
  seen,                   // by the code that does it
  passed_to_method,       // to be read there, as far as is known
  passed_to_constructor,  // likewise
  method_name,            // it calls a method of an unknown type that is named like one that modifies
};

struct FieldUse {
  BodyId body;
  FieldId field;
  PathId base;     // the object; invalid: not known, or the field is static
  VarId base_var;  // the local variable that the base begins with
  FieldAccessUse use;
  Span span;
  uint32_t inside = 0;         // content that is used, in Unit::contents; 0: any
  Symbol called;               // m of f.m()
  const Var* local = nullptr;  // the local variable with annotations whose value it is part of
  UseEvidence evidence = UseEvidence::seen;
};

// A lambda (or method reference, or anonymous class) that a call gets.
struct PassedBody {
  uint32_t argument = 0;
  BodyId body;
};

// A parameter of the caller (or of a body around it) that a call gets.
struct PassedVar {
  uint32_t argument = 0;
  VarId var;
};

struct CallSite {
  BodyId caller;
  std::vector<BodyId> targets;
  std::vector<MethodId> methods;  // what the call names, for guards
  PathId receiver;                // object whose method is called; invalid: static or not known
  VarId receiver_var;             // when it begins with a local variable
  bool on_fresh = false;          // new T().m(): no other code refers to the object
  TypeId made;                    // the class of the unit whose object is made
  std::vector<PathId> args;       // paths of the arguments, where known
  std::vector<PassedBody> passed;
  std::vector<PassedVar> passed_vars;
  std::vector<PassedVar> passed_objects;  // other local variables
  Span span;
};

// generated: an accessor that no source text shows.
enum class BodyKind : uint8_t { method, constructor, instance_init, static_init, lambda, generated };

// What a body does with a parameter.
struct ParamUse {
  VarId var;
  bool invoked = false;   // p.run()
  bool other = false;     // anything but calling it or passing it on: it may be kept
  bool captured = false;  // by a lambda
  PathId kept = {};       // the field of the new object that a constructor keeps it in for good
};

struct Body {
  BodyKind kind{};
  TypeId owner;    // the class that lexically contains it
  TypeId subject;  // the class whose object `this` is: a subclass of owner for inherited methods
  MethodId method;
  std::string name;  // Outer.method(int), for people
  FileId file;
  Span span;  // of the name
  Flow flow;
  BodyId around;  // of a lambda: the body it is written in
  std::vector<ParamUse> params;
  LockSet at_entry;                    // synchronized, @GuardedBy
  std::vector<MonitorId> unvalidated;  // optimistic reads that nothing validates
  bool escapes = false;                // a lambda or method that any thread may call at any time
  bool runs_at_once = false;           // its runs are in the flow of the body around it
  bool is_static = false;
  bool too_big = false;
};

struct Unit {
  explicit Unit(const Knowledge& k) : knowledge(k) {}

  const Knowledge& knowledge;
  PathTable paths;
  Store<MonitorId, Monitor> monitors;
  FlatMap<Monitor, MonitorId> monitor_ids;
  Store<BodyId, Body> bodies;
  Store<AccessId, FieldUse> accesses;
  Store<CallId, CallSite> calls;
  std::vector<ContentUse> contents{1};
  FlatMap<FieldId, TypeId> confined;  // objects that only their private field refers to, and their classes
  FlatSet<TypeId> confined_types;     // these classes
  FlatMap<FieldId, BodyId> confined_lambdas;
  FlatSet<TypeId> passed_types;    // anonymous classes whose object only one call of a known method gets
  std::vector<std::string> texts;  // what paths of Step::text stand for
  FlatSet<FieldId> fields;         // the fields that some rule judges; accesses to others are left out

  MonitorId monitor(const Monitor& m);
  PathId text_path(std::string_view text);
  uint32_t content(ContentUse use);
  // Whether what one use writes inside is read or written by the other.
  bool contents_meet(uint32_t a, uint32_t b) const;
};

}  // namespace dh::java
