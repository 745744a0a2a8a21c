// What library classes and selectors do, as data: models/smalltalk.toml, extended by users (settings.h).
//
// A model describes a library method whose source was not given (or is a primitive): the analysis looks a
// send up in the program first, and here when the receiver's class has no method for it in the source, or
// when the class itself is modelled (a Semaphore is a Semaphore even when Pharo's own sources are analysed).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "smallir/module.h"
#include "source/diagnostic.h"
#include "source/toml.h"

namespace dh::smallir {

// What objects of a library class are. Subclasses are of the kind of their nearest modelled superclass.
enum class ClassKind : uint8_t {
#define DH_CLASS_KIND(id, name, meaning) id,
#include "smallir/class_kinds.def"
#undef DH_CLASS_KIND
};

// What a selector does to threads and their order.
enum class Role : uint8_t {
#define DH_ROLE(id, name, meaning) id,
#include "smallir/roles.def"
#undef DH_ROLE
};

inline bool is_critical(Role role) {
  return role == Role::critical || role == Role::critical_read || role == Role::critical_write;
}

// Where a value comes from, seen from the send: for what a block gets and what the send answers.
struct ValueSource {
  enum class Kind : uint8_t {
    nothing,  // a fresh or immutable object that cannot race
    receiver,
    argument,              // number `index`, from 1
    contents,              // an element of the receiver's contents
    contents_of_argument,  // an element of argument `index`'s contents
    block_result,          // what the block in operand `index` answered (0: the receiver)
    fresh,                 // a new object of the receiver's class (receiver is a class) or like the receiver
    copy,                  // a new object like the receiver, with the same contents
    collected,             // a new collection whose contents are what block `index` answered
    thread,                // the handle of the thread that this send makes
    class_of_receiver,
  };
  Kind kind = Kind::nothing;
  uint8_t index = 0;
};

// A block that runs in place, in the sending thread, before the send answers.
struct BlockRun {
  uint8_t operand = 0;             // 0: the receiver, 1: the first argument
  bool contents = false;           // instead: the blocks that the receiver contains
  std::vector<ValueSource> given;  // the block's arguments, in order; the rest get nothing
  bool unlocked = false;           // runs without the lock of Role::critical (critical:ifLocked:)
  bool often = false;              // may run more than once in one send
  bool certain = false;            // runs whenever the message is sent
};

struct SelectorModel {
  std::string selector;
  std::vector<ClassKind> on;   // kinds of receiver it holds for, sorted; empty: any receiver
  bool on_class_side = false;  // the receiver is the class itself (`Semaphore forMutualExclusion`)
  uint32_t dialects = 0;       // bit set of Dialect; 0: all
  Role role = Role::none;
  bool reads = false;  // the receiver's contents
  bool writes = false;
  bool resizes = false;         // adds or removes elements: not understood by what has a fixed size
  std::vector<uint8_t> stores;  // arguments (from 1) that become contents of the receiver
  std::vector<BlockRun> runs;
  ValueSource answers;
  ClassKind makes = ClassKind::any;  // with `fresh`: the kind of the new object, when not that of its class
  uint8_t body = 0;                  // thread roles: operand that is the thread's block (0: the receiver)
  std::vector<ValueSource> gives;    // thread roles: what the thread's block gets
  std::string sends;  // allocate: sent to the new object where its dialect does so; later-send: what is sent
  uint8_t to = 0;     // later-send: the operand that gets it
  std::vector<std::string> notifies;  // send-to-contents: what the receiver's contents are sent

  bool holds_in(Dialect dialect) const {
    return dialects == 0 || (dialects >> static_cast<unsigned>(dialect) & 1) != 0;
  }
};

struct ClassModel {
  std::string name;  // without namespace
  ClassKind kind = ClassKind::any;
};

// A method or all methods of a class: "Foo", "Foo class", "Foo>>bar:", with `*` and `?` in either part.
struct MethodPattern {
  std::string class_name;
  std::string selector;  // empty: all

  // title: class_title() without namespace.
  bool matches(std::string_view class_name_text, std::string_view selector_text) const;
};

struct LibraryModel {
  std::vector<ClassModel> classes;          // later ones win
  std::vector<SelectorModel> selectors;     // later ones win among those that hold
  std::vector<MethodPattern> entry_points;  // may be called in parallel, by any thread
  std::vector<std::string>
      export_selectors;  // `X export: #Foo`, `X export: Foo`: Foo's methods are entry points
  std::vector<std::string>
      once_only;  // name patterns of methods that run once in the life of a program: for ranking
  std::vector<std::string> own_object;  // what only an object that nobody else knows yet is sent: `postCopy`
  std::vector<std::string> at_load;     // what the system sends to classes before anything else runs

  // Indexes over the above, made by index_model().
  StringMap<std::vector<uint32_t>> by_selector;  // into selectors, in order
  StringMap<uint32_t> by_class;                  // into classes
  std::vector<std::string> initialisers;         // what is sent to new objects
};

void index_model(LibraryModel& model);

// The built-in model. An error in it is a bug in deadheat: it stops the program.
const LibraryModel& builtin_model();

// Adds what a table says: the layout of models/smalltalk.toml and of `[smalltalk]`'s `classes`, `selectors`
// ...
void read_model(TomlReader& reader, LibraryModel& model, Diagnostics& diagnostics);

// The kind of a class: its own model, else that of the nearest superclass that has one; else `any`.
ClassKind class_kind(const Module& module, const LibraryModel& model, ClassId class_id);

// The model for a send, or null. `kind` is the receiver's, `class_side` whether the receiver is a class.
const SelectorModel* find_model(const LibraryModel& model, std::string_view selector, ClassKind kind,
                                bool class_side, Dialect dialect);

std::string_view role_name(Role role);

}  // namespace dh::smallir
