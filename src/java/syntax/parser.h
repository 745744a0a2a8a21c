// From a Java file to its tree.
#pragma once

#include "base/shared_interner.h"
#include "java/syntax/tree.h"
#include "source/diagnostic.h"

namespace dh::java {

enum class ParseMode {
  full,
  skim,  // declarations only: method bodies and initialiser blocks are skipped over
};

// Everything of Java 8 to 25, preview features that became permanent included. A file with an error gives
// one diagnostic with its place and a tree without root. Safe to call from many threads at once.
Tree parse(const SourceFile& file, SharedInterner& names, ParseMode mode, Diagnostics& diagnostics);

}  // namespace dh::java
