// What libraries do: models/erlang.toml with the user's additions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/shared_interner.h"
#include "erlang/core/core.h"
#include "findings/rule.h"
#include "source/toml.h"

namespace dh::erlang {

// What an argument of a modelled function is.
enum class ArgRole : uint8_t {
  none,
  table,
  key,
  object,
  record,
  table_key,
  new_table,
  message,
  pattern,
  match_spec,
  local_name,  // {local, Name}
};

// What a signature asks of an argument: to be an atom, or a list that has it among its elements.
struct Literal {
  Symbol atom;  // invalid: anything
  bool in_list = false;
};

enum class Effect : uint8_t {
  read,     // looks at the state
  act,      // overwrites it
  remove,   // takes it away: doing it twice is harmless
  failing,  // changes it, raises when another process was faster
  atomic,   // checks and changes in one step
  answers,  // the same, but only its answer tells whether another process was faster
};

// How a write has to depend on a read.
enum class Dependence : uint8_t { any, data, control };

// One kind of shared state.
struct StateModel {
  std::string id;  // "ets"
  Rule rule{};
  std::string thing;  // "ets table"
  std::string like;   // the built-in state that pairs about it are as likely races as; itself, if built in
  bool ets_tables = false;    // the table is made by ets:new and has access rights and a keypos
  bool shared_reads = false;  // races although only the owner may write
  bool messages = false;      // the table is a process, reads are questions to it
  bool cache = false;         // writing the same value twice is harmless
  bool setters = false;       // unless other code writes other things
  bool flags = false;         // there is always a value: a constant after a look is a flag
  bool atom_keys = false;     // keys are atoms, anything else is not meant
  bool all_nodes = false;     // one for all nodes that are connected
  bool some_nodes = false;    // likewise, or of one node: the program does not show which
  Dependence dependence = Dependence::any;
  std::vector<Symbol> absent;     // answers after which nobody relies on the thing being there
  std::vector<Symbol> own_tags;   // first elements of keys of which each process has its own
  std::vector<Symbol> permanent;  // keys of things that stay as long as the node
  std::string hint;
  std::vector<std::pair<std::string, std::string>> hints;  // by function: "ets:delete/2"
};

struct OperationModel {
  uint32_t state = 0;  // index in Model::states
  Effect effect = Effect::read;
  bool contextual = false;  // dirty only inside a dirty activity
  bool exact = false;       // removes the very thing that it is given, or nothing
  bool existing = false;    // does nothing, or fails, where there is no such entry; a read: answers only that
  bool exits = false;       // fails by an exit, not by an error
  bool answered = false;    // a read: what it is about is what it answers
  bool objects = false;     // gives a list of the objects that are there under the key
  bool counts = false;      // adds to what is there
  std::vector<ArgRole> roles;
  std::vector<Literal> literals;
};

enum class Callback : uint8_t {
  once,
  loop,         // any number of times
  spawn,        // in another process
  locked,       // under a lock of all processes
  transaction,  // of mnesia
  dirty,        // mnesia without a transaction
};

// What keeps other processes away that hold it, too.
using Guards = uint8_t;
namespace guard {
constexpr Guards kLock = 1;         // for example global:trans/2
constexpr Guards kTransaction = 2;  // excludes only operations of other transactions
constexpr Guards kExclusive = 4;    // below a function of which the model says that it runs one at a time
constexpr Guards kSection = 8;      // likewise, and what holds others off outlasts the function
constexpr Guards kClaim = 16;       // has claimed something that no other process gets then
constexpr Guards kVainLock = 32;    // a lock that every process of the node gets
}  // namespace guard

// How a library function calls its arguments.
struct CallbackModel {
  Callback how = Callback::once;
  int fun = -1;                               // argument that is the fun
  int fun_arity = 0;                          // -1: the length of args
  int module = -1, function = -1, args = -1;  // arguments of a call by name
  int list = -1;                              // whose elements the first argument of the fun is
  std::vector<Literal> literals;
};

// A call that makes a process the server of a module; the arguments that say so, -1: none does.
struct BehaviourStart {
  FunctionKey function;
  int name = -1;
  int module = -1;
  int given = -1;  // what the start of the server is given; of entered_by: its state
};

// What a callback gives back when it goes on with a state: {reply, _, State}.
struct StateResult {
  Symbol tag;
  uint32_t size = 0;
  uint32_t index = 0;  // of the state
};

struct BehaviourModel {
  std::vector<FunctionName> callbacks;
  std::vector<FunctionName> start;
  int all_exported = -1;  // every exported function of that arity is a callback
  std::vector<BehaviourStart> started_by;
  std::vector<BehaviourStart> entered_by;  // by a process that is there already
  std::vector<FunctionName> state;         // callbacks that get the state of the server as the last argument
  std::vector<StateResult> results;        // which holds it
  bool children = false;     // its module says which processes are to be started, as {Module, Function, Args}
  bool one_manager = false;  // its callbacks run in a process that runs those of other modules, too
};

// A call that keeps a value under a key, or gives what is kept there.
struct KeptModel {
  Symbol space;  // equal keys of two spaces have nothing to do with each other
  std::vector<int> keys;
  int value = -1;
};

struct Model {
  std::vector<StateModel> states;
  FlatMap<FunctionKey, std::vector<OperationModel>> operations;
  FlatMap<FunctionKey, std::vector<CallbackModel>> callbacks;
  FlatMap<FunctionKey, KeptModel> puts, gets;
  FlatSet<FunctionKey> never_return;
  FlatSet<FunctionKey> native;  // what calls them is written in C
  FlatSet<FunctionKey> pure;
  FlatMap<FunctionKey, Symbol> functional;  // answer by their arguments only; "lists:reverse/1"
  FlatSet<FunctionKey> same_answer;         // give the same whatever happens, or do not return
  FlatSet<FunctionKey> named_starts;        // answer {error, {already_started, _}} where the name is taken
  FlatMap<FunctionKey, Symbol> claims;      // give this answer, as text, to one process at a time only
  FlatSet<FunctionKey> exclusive;           // run one at a time, under a lock that the code does not show
  FlatSet<FunctionKey> section;  // those of them whose lock is held from the first to the last one of a job
  FlatSet<FunctionKey> fresh;    // give what nobody has had before
  FlatSet<FunctionKey> mapped;   // give a list of what a fun has given for each element of one
  FlatSet<FunctionKey> flat;     // the same of the elements of what it has given, or of a list of lists
  FlatSet<FunctionKey> some_of;  // give a list of elements of their last argument
  FlatSet<FunctionKey> one_of;   // give one of them
  FlatMap<FunctionKey, int> changes;   // give another version of the argument
  Symbol element;                      // "an element of"
  FlatSet<FunctionKey> linked_start;   // start a process, under a name if they are given one, and link to it
  FlatSet<FunctionKey> monitors;       // tell when a process that they are given ends
  FlatSet<FunctionKey> monitored;      // start a process and tell when it ends
  FlatSet<FunctionKey> start_many;     // start several processes, at once or one after the other
  FlatSet<FunctionKey> one_process;    // start a process only where there is none of the kind
  FlatSet<FunctionKey> awaited;        // start a process and wait until it is ready
  FlatSet<FunctionKey> ready;          // say so to the starter, or enter the loop of a behaviour
  FlatMap<FunctionKey, int> children;  // have a supervisor start what the argument describes
  std::vector<FunctionName> child_specs;  // functions of any module that describe how a supervisor starts it
  FlatSet<FunctionKey> ends;              // take away a process or table that they are given, or ask it to go
  struct AnyArity {
    Symbol module;  // invalid: whichever
    Symbol name;
  };
  std::vector<AnyArity> take_locks, release_locks;
  std::vector<AnyArity> lock_ids;  // their first argument is {Resource, Requester}
  std::vector<AnyArity> in_place;  // call the funs that they are given before they return
  FlatMap<Symbol, BehaviourModel> behaviours;
  FunctionKey self;          // erlang:self/0
  FunctionKey node;          // erlang:node/0
  FunctionKey delete_table;  // ets:delete/1
  FunctionKey rename_table;  // ets:rename/2
  BehaviourModel sys;        // callbacks that any process may have, run by itself

  const BehaviourModel* behaviour(Symbol name) const {
    auto it = behaviours.find(name);
    return it == behaviours.end() ? nullptr : &it->second;
  }
};

// The built-in model plus what the settings (the [erlang] table, or null) add.
Model load_model(const TomlValue* settings, SharedInterner& names, Diagnostics& diagnostics);

}  // namespace dh::erlang
