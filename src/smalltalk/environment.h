// All names that code can mean besides its own temporaries: classes with their variables, and globals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "smallir/module.h"
#include "smallir/settings.h"
#include "smalltalk/image.h"
#include "smalltalk/member_index.h"
#include "smalltalk/name_spaces.h"

namespace dh::smalltalk {

using smallir::ClassId;
using smallir::FileId;
using smallir::VariableId;

// A module that has classes, their variables and the declared globals, but no functions yet; and indexes over
// it. Not changed while methods are lowered, so all threads may read it.
struct Environment {
  smallir::Module module;
  ScopedNames classes;  // ClassIds of instance sides
  ScopedNames globals;  // VariableIds
  MemberIndex members;
  std::vector<std::vector<ClassId>> pools;  // by ClassId
  std::vector<ClassId> pool_users;          // by ClassId: itself or the nearest superclass that has pools
  NameSpaces name_spaces;
  std::vector<std::vector<std::string_view>> imports;  // by ClassId, instance sides
  StringSet assigned_names;                            // capitalised names that some code assigns to
  int new_sends_initialize = -1;                       // 0, 1: setting; -1: by dialect
  Dialect dialect = Dialect::unknown;                  // setting; unknown: by file

  // A class by its name, which may be dotted, as seen from code in a namespace and (if valid) a class of
  // either side. Invalid: not known.
  ClassId find_class(std::string_view name, std::string_view name_space, ClassId from = {}) const;
  // A field that methods of this class see, then a class variable, then one of its pools. Invalid: none.
  VariableId find_member(ClassId class_id, Symbol name) const;
  VariableId find_global(std::string_view name, std::string_view name_space, ClassId from) const;
  // The class itself or its nearest superclass that is only named, if it can have instance variables.
  ClassId nearest_without_source(ClassId class_id) const;

 private:
  NameScope scope(std::string_view name_space, ClassId from) const;
};

// Reads all definitions. Later ones win over earlier ones, with a note; cycles are cut, with an error.
// FileIds are indexes of images, so these must be sorted by path.
Environment build_environment(std::vector<FileImage>& images, const smallir::Settings& settings,
                              Diagnostics& diagnostics);

}  // namespace dh::smalltalk
