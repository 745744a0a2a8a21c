// FileTree and Cypress: one method a file below X.package/Foo.class/{instance,class}/, metadata in JSON.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

namespace fs = std::filesystem;

std::string_view parent_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view last_of(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// "Zinc-HTTP.package" -> "Zinc-HTTP"
std::string_view package_of(std::string_view class_folder) {
  std::string_view folder = last_of(parent_of(class_folder));
  return folder.ends_with(".package") ? folder.substr(0, folder.size() - 8) : std::string_view();
}

struct JsonReader {
  FileImage& image;
  const nlohmann::json& json;

  std::string_view text(const char* key) const {
    auto it = json.find(key);
    return it == json.end() || !it->is_string()
               ? std::string_view()
               : image.arena->copy(std::string_view(it->get_ref<const std::string&>()));
  }
  // Variable names with their places: the first string of that text after the key.
  std::vector<NameAt> names(const char* key) const {
    std::vector<NameAt> result;
    auto it = json.find(key);
    if (it == json.end() || !it->is_array()) return result;
    std::string_view source = image.file.text();
    size_t from = source.find(fmt::format("\"{}\"", key));
    for (const auto& item : *it) {
      if (!item.is_string()) continue;
      std::string_view name = image.arena->copy(std::string_view(item.get_ref<const std::string&>()));
      size_t at = source.find(fmt::format("\"{}\"", name), from);
      uint32_t begin = at == std::string_view::npos ? 0 : static_cast<uint32_t>(at + 1);
      result.push_back({name, {begin, begin + static_cast<uint32_t>(name.size())}});
    }
    return result;
  }
};

FileImage read_properties(const std::string& class_folder) {
  FileImage image;
  std::string path = class_folder + "/properties.json";
  Result<SourceFile> file = SourceFile::open(path);
  image.dialect = Dialect::pharo;
  image.format = Format::filetree;
  image.file = file ? std::move(*file) : SourceFile::from_text(path, {});
  if (!file) {
    image.diagnostics.push_back({Severity::warning, image.file.place(), file.error().message});
    return image;
  }
  nlohmann::json json;
  uint32_t at_byte = 0;
  try {
    json = nlohmann::json::parse(image.file.text());
  } catch (const nlohmann::json::parse_error& error) {
    at_byte = static_cast<uint32_t>(std::clamp<size_t>(error.byte, 1, image.file.text().size() + 1) - 1);
  }
  if (!json.is_object()) {
    report(image, Severity::error, {at_byte, at_byte}, "the properties of the class are not valid JSON");
    return image;
  }
  JsonReader reader{image, json};
  ClassDefinition definition;
  definition.name = reader.text("name");
  definition.is_trait = class_folder.ends_with(".trait");
  definition.superclass = reader.text("super");
  if (definition.superclass.empty()) definition.superclass = "nil";
  definition.category = reader.text("category");
  definition.package = image.arena->copy(package_of(class_folder));
  definition.indexed = reader.text("type") != "normal" && !reader.text("type").empty();
  definition.instance_variables = reader.names("instvars");
  definition.class_instance_variables = reader.names("classinstvars");
  definition.class_variables = reader.names("classvars");
  for (const NameAt& pool : reader.names("pools")) definition.pools.push_back(pool.name);
  definition.traits = parse_trait_composition(reader.text("traitcomposition"), image.dialect);
  definition.class_traits = parse_trait_composition(reader.text("classtraitcomposition"), image.dialect);
  if (!is_class_name(definition.name)) {
    report(image, Severity::error, {}, "the properties of the class have no name");
    return image;
  }
  size_t at = image.file.text().find(fmt::format("\"{}\"", definition.name));
  if (at != std::string_view::npos) {
    definition.span = {static_cast<uint32_t>(at + 1), static_cast<uint32_t>(at + 1 + definition.name.size())};
  }
  image.classes.push_back(std::move(definition));
  return image;
}

}  // namespace

void read_filetree_method(FileImage& image) {
  image.dialect = Dialect::pharo;
  const std::string& path = image.file.path();
  std::string_view text = image.file.text();
  std::string_view side_folder = parent_of(path);
  std::string_view class_folder = parent_of(side_folder);
  std::string_view name = last_of(class_folder);
  MethodSource method;
  method.class_name = name.substr(0, name.rfind('.'));
  method.class_side = last_of(side_folder) == "class";
  method.package = package_of(class_folder);
  size_t line_end = text.find_first_of("\r\n");
  if (line_end == std::string_view::npos) {
    report(image, Severity::error, {0, static_cast<uint32_t>(text.size())},
           "expected the method's category on the first line and its source below");
    return;
  }
  method.protocol = trim(text.substr(0, line_end));
  if (method.protocol.starts_with("\xEF\xBB\xBF")) method.protocol.remove_prefix(3);
  if (method.protocol.starts_with('*')) method.package = trim(method.protocol.substr(1));
  uint32_t begin = static_cast<uint32_t>(line_end + (text.substr(line_end).starts_with("\r\n") ? 2 : 1));
  method.code = plain_code(image, begin, static_cast<uint32_t>(text.size()));
  image.methods.push_back(method);
}

std::vector<FileImage> read_filetree_classes(const std::vector<std::string>& method_paths) {
  // Package folders first: a class may have no methods, and then no path leads to it.
  std::vector<std::string> class_folders;
  std::string_view last_package;
  std::string_view last_class;
  for (const std::string& path : method_paths) {
    std::string_view class_folder = parent_of(parent_of(path));
    std::string_view package = parent_of(class_folder);
    if (!package.ends_with(".package")) {
      if (class_folder != last_class && !class_folder.ends_with(".extension"))
        class_folders.emplace_back(class_folder);
      last_class = class_folder;
      continue;
    }
    if (package == last_package) continue;
    last_package = package;
    std::error_code error;
    for (fs::directory_iterator it(package, error), end; !error && it != end; it.increment(error)) {
      std::string folder = it->path().string();
      if (folder.ends_with(".class") || folder.ends_with(".trait"))
        class_folders.push_back(std::move(folder));
    }
  }
  std::sort(class_folders.begin(), class_folders.end());
  class_folders.erase(std::unique(class_folders.begin(), class_folders.end()), class_folders.end());
  std::vector<FileImage> images;
  for (const std::string& folder : class_folders) images.push_back(read_properties(folder));
  return images;
}

}  // namespace dh::smalltalk
