#include "smalltalk/platforms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "base/hash.h"

namespace dh::smalltalk {

namespace {

// In the order of preference.
constexpr std::string_view kPlatforms[] = {"pharo", "squeak",      "cuis", "gemstone",
                                           "gst",   "visualworks", "vast", "dolphin"};

using Platforms = std::set<std::string_view>;  // of kPlatforms; empty: all

// #pharo, #'pharo9.x', #squeakCommon, #'gs3.x'. An attribute that names no platform says nothing about it.
void add_platforms(std::string_view attribute, Platforms& platforms, bool& all) {
  if (attribute == "squeakCommon") {
    platforms.insert({"pharo", "squeak"});
    return;
  }
  size_t end = 0;
  while (end < attribute.size() && std::isalpha(static_cast<unsigned char>(attribute[end])) != 0) ++end;
  std::string_view name = attribute.substr(0, end);
  if (name == "gs") name = "gemstone";
  auto known = std::find(std::begin(kPlatforms), std::end(kPlatforms), name);
  if (known == std::end(kPlatforms)) {
    all = true;
  } else {
    platforms.insert(*known);
  }
}

Platforms platforms_of(const Node& attributes) {
  Platforms platforms;
  if (attributes.kind != NodeKind::literal) return platforms;
  const auto& literal = static_cast<const LiteralNode&>(attributes);
  bool all = false;
  if (literal.literal == LiteralKind::array) {
    for (const LiteralNode* element : literal.elements) add_platforms(element->text, platforms, all);
  } else {
    add_platforms(literal.text, platforms, all);
  }
  if (all) platforms.clear();
  return platforms;
}

// What all baselines say of a package.
struct PackageUse {
  Platforms platforms;
  bool everywhere = false;
};
using Packages = std::map<std::string, PackageUse>;

struct Pending {
  const Node* node = nullptr;
  Platforms platforms;
};

void read_message(const Message& message, const Platforms& platforms, std::vector<Pending>& open,
                  Packages& packages) {
  if (message.selector == "for:do:") {
    open.push_back({message.arguments[1], platforms_of(*message.arguments[0])});
    return;
  }
  for (const Node* argument : message.arguments) open.push_back({argument, platforms});
  bool names_package = message.selector == "package:" || message.selector.starts_with("package:with:");
  if (!names_package || message.arguments[0]->kind != NodeKind::literal) return;
  PackageUse& use = packages[std::string(static_cast<const LiteralNode*>(message.arguments[0])->text)];
  use.everywhere |= platforms.empty();
  use.platforms.insert(platforms.begin(), platforms.end());
}

void read_baseline(const MethodNode& method, Packages& packages) {
  std::vector<Pending> open;
  for (const Node* statement : method.body.statements) open.push_back({statement, {}});
  while (!open.empty()) {
    Pending at = std::move(open.back());
    open.pop_back();
    if (at.node == nullptr) continue;
    switch (at.node->kind) {
      case NodeKind::chain: {
        const auto& chain = static_cast<const ChainNode&>(*at.node);
        open.push_back({chain.receiver, at.platforms});
        for (const Message& message : chain.messages) read_message(message, at.platforms, open, packages);
        break;
      }
      case NodeKind::block:
        for (const Node* statement : static_cast<const BlockNode&>(*at.node).body.statements) {
          open.push_back({statement, at.platforms});
        }
        break;
      case NodeKind::assignment:
        open.push_back({static_cast<const AssignmentNode&>(*at.node).value, at.platforms});
        break;
      case NodeKind::return_value:
        open.push_back({static_cast<const ReturnNode&>(*at.node).value, at.platforms});
        break;
      case NodeKind::variable:
      case NodeKind::literal:
      case NodeKind::brace:
        break;
    }
  }
}

// `X.package` of FileTree, or the folder X of Tonel.
bool is_in_package(const std::string& path, const StringSet& packages) {
  for (const std::filesystem::path& part : std::filesystem::path(path).parent_path()) {
    std::string name = part.string();
    if (name.ends_with(".package")) name.resize(name.size() - 8);
    if (packages.contains(name)) return true;
  }
  return false;
}

// The first image that names packages; null: none.
const FileImage* read_projects(const std::vector<FileImage>& images, std::string_view prefix,
                               Packages& packages) {
  const FileImage* first = nullptr;
  for (const FileImage& image : images) {
    for (const MethodSource& method : image.methods) {
      if (!method.class_name.starts_with(prefix) || method.class_side) continue;
      Arena arena;
      ParsedMethod parsed = parse_method(method.code.text, method.form, image.dialect, arena);
      if (parsed.method == nullptr) continue;
      size_t before = packages.size();
      read_baseline(*parsed.method, packages);
      if (packages.size() > before && first == nullptr) first = &image;
    }
  }
  return first;
}

void empty_image(FileImage& image) {
  image.classes.clear();
  image.methods.clear();
  image.scripts.clear();
  image.globals.clear();
  image.name_spaces.clear();
  image.assigned_names.clear();
}

}  // namespace

bool is_platform(std::string_view name) {
  return std::find(std::begin(kPlatforms), std::end(kPlatforms), name) != std::end(kPlatforms);
}

std::string known_platforms() {
  return fmt::format("{}", fmt::join(kPlatforms, ", "));
}

void leave_out_other_platforms(std::vector<FileImage>& images, std::string_view wanted,
                               Diagnostics& diagnostics) {
  Packages packages;
  // Configurations are what projects had before baselines: they count where there is no baseline.
  const FileImage* baseline = read_projects(images, "BaselineOf", packages);
  if (baseline == nullptr) baseline = read_projects(images, "ConfigurationOf", packages);
  if (baseline == nullptr) return;
  Platforms mentioned;
  for (const auto& [name, use] : packages) mentioned.insert(use.platforms.begin(), use.platforms.end());
  for (std::string_view platform : kPlatforms) {
    if (wanted.empty() && mentioned.contains(platform)) wanted = platform;
  }
  StringSet left_out;
  for (const auto& [name, use] : packages) {
    if (!use.everywhere && !use.platforms.contains(wanted)) left_out.insert(name);
  }
  Place place = baseline->file.place();
  size_t files = 0;
  for (FileImage& image : images) {
    if (left_out.empty() || !is_in_package(image.file.path(), left_out)) continue;
    empty_image(image);
    ++files;
  }
  if (files == 0) return;
  diagnostics.push_back(
      {Severity::note, place,
       fmt::format(
           "the baseline or configuration has packages for several platforms: {} files that {} does not load "
           "are left out (`platform` in deadheat.toml)",
           files, wanted)});
}

}  // namespace dh::smalltalk
