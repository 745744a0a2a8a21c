// Rewrites a class so that its accesses and synchronization call the shim, java/lang/DeadHeat.
//
// Inserted code is straight-line: the original instructions stay, so exceptions, their messages and their
// stack traces do not change, and frames only move. What an access touches (which field, volatile or not,
// where its shadow is) the shim finds out by its site when it first runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jvm/call_hooks.h"

namespace dh::jvm {

struct MemberRef {
  std::string owner;
  std::string name;
  std::string descriptor;
};

struct Settings {
  bool fields = true;
  bool statics = true;
  bool arrays = true;
  bool monitors = true;
  bool class_init = true;
  bool requests = false;       // before a monitor is entered
  bool methods = false;        // enter and exit
  bool values = false;         // pass values, and let the shim replace those that are read
  bool history = true;         // room for the places of the last accesses beside each shadow
  bool covers = false;         // leave out checks that others stand for (FastPaths::covers)
  bool field_groups = false;   // with covers: one check for fields of an object that are read together
  bool known_words = false;    // with covers: loops remember words that need nothing
  bool array_locals = false;   // loops keep the shadows of their arrays in locals
  bool ranges = false;         // loops check what they did to an array when they are left
  bool object_shadow = false;  // one shadow for all fields of a class
  unsigned words = 1;          // shadow words of a location
  bool shadows = true;  // add the shadow fields; without them the code passes the verifier but cannot run
  bool bridges = true;  // rewrite method references to hooked methods; adds methods
  const HookTable* hooks = nullptr;
  bool overrides = true;  // a hooked method may be overridden by one that is rewritten: then it has no hook
  // Whether a class (internal name) is not rewritten. Null: those of the JDK's packages (java/, ...).
  bool (*excluded)(std::string_view name, const void* context) = nullptr;
  const void* excluded_context = nullptr;
  // The supertypes of a class that calls name. Null: of none.
  Lineage (*lineage)(std::string_view name, const void* context) = nullptr;
  const void* lineage_context = nullptr;
  // Access flags of a field of another class, which that class declares itself; nothing: not known, or the
  // access may run an initialiser. Null: of none.
  std::optional<uint16_t> (*field_flags)(const MemberRef& field, const void* context) = nullptr;
  const void* field_flags_context = nullptr;
};

enum class SiteKind : uint8_t {
  field_read,
  field_write,
  static_read,
  static_write,
  array_read,
  array_write,
  enter,
  exit,
  request,
  class_init,
  method_enter,
  method_exit,
  call,
};

struct Site {
  SiteKind kind = SiteKind::field_read;
  uint32_t method = 0;           // index in RewriteResult::methods
  int32_t line = -1;             // -1: the class has no line numbers
  uint32_t offset = 0;           // of the original instruction
  uint32_t member = UINT32_MAX;  // index in RewriteResult::members: field, or called method
  uint32_t hook = UINT32_MAX;    // of calls
  bool same_stack = false;       // as at an earlier site of the method, but for the line
};

// A field that has a shadow. Names are those of the added fields; empty: not added.
struct ShadowField {
  std::string name;
  std::string descriptor;
  bool is_static = false;
  std::string shadow;
  std::vector<std::string> more_words;  // when Settings::words > 1
  std::string last_read;                // int: site of the last read
  std::string last_write;
};

struct RewriteResult {
  std::vector<uint8_t> bytes;  // empty: nothing to change
  std::string class_name;
  std::string super_name;
  std::string source_file;           // may be empty
  std::vector<std::string> methods;  // name and descriptor
  std::vector<MemberRef> members;
  std::vector<ShadowField> fields;
  std::vector<Site> sites;             // site id = first_site + index
  std::vector<std::string> skipped;    // methods that were not instrumented, and why
  std::vector<std::string> unchecked;  // methods of which only the synchronization is followed, and why
};

// The name of the shadow of a field; `whole`: all instance fields share one. `earlier` fields of the class
// have the same name (legal with other types; obfuscators make such). Names are identifiers: class files
// before Java 5 allow no others.
std::string shadow_name(std::string_view field, size_t earlier, bool whole);
std::string last_read_name(std::string_view shadow);
std::string last_write_name(std::string_view shadow);

inline constexpr std::string_view kShadowPrefix = "dh$";

// Thread-safe. Fails when the class cannot be read or would not fit the format; then it should stay
// unchanged.
Result<RewriteResult> instrument(std::span<const uint8_t> bytes, const Settings& settings,
                                 uint32_t first_site);

// Adds `count` fields `public transient long dh$w0 ...` `Object[] dh$c` and `long[] dh$u` to a class, for
// java.lang.Thread.
Result<std::vector<uint8_t>> add_thread_words(std::span<const uint8_t> bytes, unsigned count);

}  // namespace dh::jvm
