// What a reader finds in one file: definitions and pieces of code, not parsed yet.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "smallir/module.h"
#include "smalltalk/code_text.h"
#include "smalltalk/parser.h"
#include "source/diagnostic.h"
#include "source/source_file.h"

namespace dh::smalltalk {

enum class Format : uint8_t { visualworks_xml, workspace, tonel, filetree, chunk, bracket, topaz, ignored };

// By path (FileTree, .ws) and content. `ignored`: metadata such as package.st, which holds no code.
Format detect_format(const std::string& path, std::string_view text);

// Whether a line begins a definition of GNU Smalltalk: `Eval [`, `Foo extend [`, `Foo class >> bar [` ...
bool opens_bracket_definition(std::string_view line);

// A name and where it is in the file; `at` has no length when it is decoded or made up.
struct NameAt {
  std::string_view name;
  Span at;
};

struct TraitSpec {
  std::string_view trait;
  struct Rule {
    std::string_view selector;
    std::string_view alias;  // empty: the selector is excluded
  };
  std::vector<Rule> rules;
};

struct ClassDefinition {
  std::string_view name;        // may be dotted
  std::string_view name_space;  // empty: the one in the dotted name, or none
  std::string_view superclass;  // may be dotted; "nil": a root; empty: not given
  std::string_view category;
  std::string_view package;
  bool is_trait = false;
  bool indexed = false;
  bool extends = false;   // adds to a class that is defined elsewhere: variables, traits
  bool imported = false;  // a repeated definition of a class of another component: any other has precedence
  bool removed = false;   // removes what comes before it: the class of this name and its methods
  std::vector<NameAt> instance_variables;
  std::vector<NameAt> class_instance_variables;
  std::vector<NameAt> class_variables;
  std::vector<std::string_view> pools;  // and imported namespaces; may be dotted, may end in .*
  std::vector<TraitSpec> traits;
  std::vector<TraitSpec> class_traits;
  Span span;
};

struct MethodSource {
  std::string_view class_name;  // may be dotted
  bool class_side = false;
  MethodForm form = MethodForm::plain;
  CodeText code;
  std::string_view protocol;
  std::string_view package;
  std::string_view selector;    // what the file says it is; empty when it says nothing
  std::string_view name_space;  // that the method was written in
  bool removed = false;         // removes what `selector` names; there is no code
};

struct ScriptSource {
  bool load_time = false;  // else a workspace: an entry point
  CodeText code;
  std::string_view class_name;  // not empty: runs with the variables of this class (initialisers)
  bool class_side = true;
  std::string_view assigns;  // not empty: the value goes to this class variable or global
  std::string_view name_space;
};

struct NameSpaceDefinition {
  std::string_view name;  // dotted
  std::vector<std::string_view> imports;
};

struct GlobalDefinition {
  std::string_view name;
  std::string_view owner;  // a class (then it is a class variable) or a namespace; may be dotted
  Span at;
};

// Views point into the file or the arena; both are owned here.
struct FileImage {
  SourceFile file;
  bool library = false;  // Settings::library
  bool opened = false;   // has a file, if only an empty one that could not be read
  std::unique_ptr<Arena> arena = std::make_unique<Arena>();
  Format format = Format::ignored;
  Dialect dialect = Dialect::unknown;
  std::vector<ClassDefinition> classes;
  std::vector<MethodSource> methods;
  std::vector<ScriptSource> scripts;
  std::vector<GlobalDefinition> globals;
  std::vector<NameSpaceDefinition> name_spaces;
  // Capitalised names that something assigns to, somewhere: candidates for undeclared globals.
  std::vector<std::string_view> assigned_names;
  Diagnostics diagnostics;
};

// Readers fill in what they find; all problems become diagnostics of the image.
void read_tonel(FileImage& image);
void read_filetree_method(FileImage& image);
void read_chunks(FileImage& image);
void read_visualworks_xml(FileImage& image);
void read_bracket_syntax(FileImage& image);
void read_workspace(FileImage& image);
void read_topaz(FileImage& image);

// The class definitions (properties.json files) of the FileTree packages that the given method files are in,
// one image each.
std::vector<FileImage> read_filetree_classes(const std::vector<std::string>& method_paths);

// Opens, detects and reads one file.
FileImage read_smalltalk_file(const std::string& path);
FileImage read_smalltalk_text(SourceFile file);

// Used by several readers.

// The whole file from `begin` to `end`, which needs no decoding.
CodeText plain_code(const FileImage& image, uint32_t begin, uint32_t end);
// A part of a code text, with its own mapping to the file.
CodeText slice_code(FileImage& image, const CodeText& code, uint32_t begin, uint32_t end);
void report(FileImage& image, Severity severity, Span span, std::string message);
// "Foo class" -> Foo, true. Trims blanks.
std::pair<std::string_view, bool> split_class_side(std::string_view name);
// The words of a text with their places; words begin at `offset` in the file.
std::vector<NameAt> split_words(std::string_view text, uint32_t offset);
std::string_view trim(std::string_view text);
// Where code can begin: after a byte-order mark and a line that names an interpreter (#!/usr/bin/gst).
uint32_t code_start(std::string_view text);
// "TFoo + (TBar - {#a} @ {#b -> #c})": traits with what they leave out and what they rename.
std::vector<TraitSpec> parse_trait_composition(std::string_view text, Dialect dialect);
// Whether it is a class name: letters, digits, dots.
bool is_class_name(std::string_view name);

}  // namespace dh::smalltalk
