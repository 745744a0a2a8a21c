// VisualWorks XML file-outs and parcel sources.
//
// pugixml only gives the structure: it is configured to keep entities and line ends, and the text of an
// element is decoded here from the bytes of the file, so that every character knows its place there.
#include <fmt/format.h>

#include <pugixml.hpp>

#include "base/hash.h"
#include "base/utf8.h"
#include "smalltalk/definitions.h"
#include "smalltalk/image.h"

namespace dh::smalltalk {

namespace {

class XmlReader {
 public:
  explicit XmlReader(FileImage& image) : image_(image), text_(image.file.text()) {}
  void read();

 private:
  size_t read_piece(size_t begin, size_t end, bool whole);
  std::string_view element_at(size_t at) const;
  void element(const pugi::xml_node& node);
  void class_element(const pugi::xml_node& node);
  void methods_element(const pugi::xml_node& node);
  void body(const pugi::xml_node& node);
  void shared_variable(const pugi::xml_node& node);
  void initialize_element(const pugi::xml_node& node);
  void name_space_element(const pugi::xml_node& node);
  void remove_selector(const pugi::xml_node& node);
  void remove_class(const pugi::xml_node& node);
  void do_it(const pugi::xml_node& node);
  std::vector<std::string_view> imports(const pugi::xml_node& node);
  void set_class(const pugi::xml_node& class_id);

  // The decoded text of an element with its places.
  CodeText content(const pugi::xml_node& node);
  std::string_view content(const pugi::xml_node& node, const char* child) {
    return trim(content(node.child(child)).text);
  }
  std::vector<NameAt> words(const pugi::xml_node& node, const char* child);
  uint32_t offset_of(const pugi::xml_node& node) const {
    ptrdiff_t offset = node.offset_debug();
    return offset < 0 ? 0 : static_cast<uint32_t>(offset) + mark_;
  }
  Span span_of(const pugi::xml_node& node) const {
    uint32_t begin = offset_of(node);
    return {begin, begin + static_cast<uint32_t>(std::string_view(node.name()).size())};
  }
  void append_decoded(std::string_view raw, uint32_t at, std::string& out, std::vector<Shift>& shifts,
                      uint32_t base);

  FileImage& image_;
  std::string_view text_;
  uint32_t mark_ = 0;            // offset in the file of what pugixml sees
  std::string_view class_name_;  // of the methods that follow
  bool class_side_ = false;
  bool class_known_ = false;
  std::string_view protocol_;
  bool in_imports_ = false;  // what follows repeats the shapes of classes of other parcels
  StringSet skipped_;
};

// One entity at the front of raw, such as &lt; or &#13;. Returns its length, 0 when it is none.
size_t decode_entity(std::string_view raw, std::string& out) {
  size_t end = raw.substr(0, 12).find(';');
  if (end == std::string_view::npos) return 0;
  std::string_view name = raw.substr(1, end - 1);
  if (name == "lt") {
    out += '<';
  } else if (name == "gt") {
    out += '>';
  } else if (name == "amp") {
    out += '&';
  } else if (name == "quot") {
    out += '"';
  } else if (name == "apos") {
    out += '\'';
  } else if (name.starts_with('#')) {
    bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    uint32_t value = 0;
    std::string_view digits = name.substr(hex ? 2 : 1);
    if (digits.empty() || digits.size() > 7) return 0;
    for (char c : digits) {
      uint32_t digit = c >= '0' && c <= '9'          ? static_cast<uint32_t>(c - '0')
                       : hex && c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                       : hex && c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                                     : 99;
      if (digit == 99) return 0;
      value = value * (hex ? 16 : 10) + digit;
    }
    if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
    utf8_append(out, value);
  } else {
    return 0;
  }
  return end + 1;
}

void XmlReader::append_decoded(std::string_view raw, uint32_t at, std::string& out,
                               std::vector<Shift>& shifts, uint32_t base) {
  auto mark = [&](size_t i) {
    uint32_t here = static_cast<uint32_t>(out.size());
    uint32_t delta = at + static_cast<uint32_t>(i) - base - here;
    if (shifts.empty() ? delta != 0 : shifts.back().delta != delta) shifts.push_back({here, delta});
  };
  mark(0);
  for (size_t i = 0; i < raw.size();) {
    size_t amp = raw.find('&', i);
    out += raw.substr(i, amp == std::string_view::npos ? std::string_view::npos : amp - i);
    if (amp == std::string_view::npos) break;
    size_t length = decode_entity(raw.substr(amp), out);
    if (length == 0) {
      uint32_t place = at + static_cast<uint32_t>(amp);
      report(image_, Severity::error, {place, place + 1},
             "'&' begins no known entity; write &amp; for the character");
      out += '&';
      length = 1;
    }
    i = amp + length;
    mark(i);
  }
}

CodeText XmlReader::content(const pugi::xml_node& node) {
  CodeText code;
  std::string decoded;
  std::vector<Shift> shifts;
  bool first = true;
  code.base = offset_of(node);  // where an empty element is
  for (const pugi::xml_node& child : node.children()) {
    bool cdata = child.type() == pugi::node_cdata;
    if (child.type() != pugi::node_pcdata && !cdata) continue;
    uint32_t begin = offset_of(child);
    size_t end = text_.find(cdata ? "]]>" : "<", begin);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view raw = text_.substr(begin, end - begin);
    if (first) code.base = begin;
    // The usual case, one piece without entities, is a view into the file.
    if (first && child.next_sibling().empty() && raw.find('&') == std::string_view::npos) {
      code.text = raw;
      return code;
    }
    first = false;
    if (cdata) {
      shifts.push_back(
          {static_cast<uint32_t>(decoded.size()), begin - code.base - static_cast<uint32_t>(decoded.size())});
      decoded += raw;
    } else {
      append_decoded(raw, begin, decoded, shifts, code.base);
    }
  }
  code.text = image_.arena->copy(std::string_view(decoded));
  code.shifts = image_.arena->copy(shifts);
  return code;
}

std::vector<NameAt> XmlReader::words(const pugi::xml_node& node, const char* child) {
  CodeText code = content(node.child(child));
  std::vector<NameAt> result = split_words(code.text, 0);
  for (NameAt& word : result)
    word.at = {code.offset_in_file(word.at.begin), code.offset_in_file(word.at.end)};
  return result;
}

std::vector<std::string_view> XmlReader::imports(const pugi::xml_node& node) {
  std::vector<std::string_view> names;
  for (const NameAt& import : words(node, "imports")) {
    if (import.name != "private") names.push_back(import.name);
  }
  return names;
}

void XmlReader::name_space_element(const pugi::xml_node& node) {
  std::string_view name = content(node, "name");
  if (!is_class_name(name)) {
    report(image_, Severity::error, span_of(node), "this <name-space> has no name");
    return;
  }
  std::string_view outer = content(node, "environment");
  std::string full = outer.empty() ? std::string(name) : fmt::format("{}.{}", outer, name);
  image_.name_spaces.push_back({image_.arena->copy(std::string_view(full)), imports(node)});
}

// <class-id>Foo</class-id><selector>bar</selector>
void XmlReader::remove_selector(const pugi::xml_node& node) {
  MethodSource removal;
  removal.removed = true;
  auto [name, class_side] = split_class_side(content(node.child("class-id")).text);
  removal.class_name = name;
  removal.class_side = class_side;
  removal.code = CodeText{{}, offset_of(node), {}};
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() != pugi::node_element || std::string_view(child.name()) == "class-id") continue;
    removal.selector = trim(content(child).text);
  }
  if (!is_class_name(name) || removal.selector.empty()) {
    report(image_, Severity::error, span_of(node), "this <remove-selector> names no method");
    return;
  }
  image_.methods.push_back(removal);
}

// <class-id>Foo</class-id>, <name>Foo</name><environment>Core</environment>, or only the name
void XmlReader::remove_class(const pugi::xml_node& node) {
  ClassDefinition removal;
  removal.removed = true;
  removal.span = span_of(node);
  removal.name = content(node, "class-id");
  if (removal.name.empty()) removal.name = content(node, "name");
  if (removal.name.empty()) removal.name = trim(content(node).text);
  removal.name_space = content(node, "environment");
  if (!is_class_name(removal.name)) {
    report(image_, Severity::error, span_of(node), "this <remove-class> names no class");
    return;
  }
  image_.classes.push_back(std::move(removal));
}

// What loading the file evaluates: often a definition in the form of an expression.
void XmlReader::do_it(const pugi::xml_node& node) {
  CodeText code = content(node);
  // The imports of a parcel follow, and a do-it that keeps people from loading them.
  if (trim(code.text) == "\"Imported Classes:\"") in_imports_ = true;
  if (in_imports_) return;
  ParsedMethod parsed = parse_method(code.text, MethodForm::script, image_.dialect, *image_.arena);
  bool worth_it = parsed.method == nullptr;
  if (parsed.method != nullptr) {
    for (const Node* statement : parsed.method->body.statements) {
      if (!read_definition(image_, statement, code) && !is_metadata(statement)) worth_it = true;
    }
  }
  if (!worth_it) return;
  ScriptSource script;
  script.load_time = true;
  script.code = code;
  image_.scripts.push_back(script);
}

void XmlReader::class_element(const pugi::xml_node& node) {
  ClassDefinition definition;
  definition.name = content(node, "name");
  definition.span = span_of(node);
  CodeText name = content(node.child("name"));
  if (!name.text.empty()) {
    definition.span = {name.offset_in_file(0), name.offset_in_file(static_cast<uint32_t>(name.text.size()))};
  }
  if (!is_class_name(definition.name)) {
    report(image_, Severity::error, span_of(node), "this <class> has no name");
    return;
  }
  definition.name_space = content(node, "environment");
  definition.superclass = content(node, "super");
  if (definition.superclass.empty()) definition.superclass = "nil";
  std::string_view shape = content(node, "indexed-type");
  definition.indexed = !shape.empty() && shape != "none";
  definition.instance_variables = words(node, "inst-vars");
  definition.class_instance_variables = words(node, "class-inst-vars");
  definition.class_variables = words(node, "class-vars");
  definition.category = content(node, "category");
  definition.package = trim(content(node.child("attributes").child("package")).text);
  if (definition.package.empty()) definition.package = definition.category;
  definition.pools = imports(node);
  definition.imported = in_imports_;
  // Bodies without a <methods> around them, as shortened file-outs have them, belong to this class.
  class_name_ = definition.name;
  class_side_ = false;
  class_known_ = true;
  image_.classes.push_back(std::move(definition));
}

void XmlReader::set_class(const pugi::xml_node& class_id) {
  auto [name, class_side] = split_class_side(content(class_id).text);
  class_name_ = name;
  class_side_ = class_side;
  class_known_ = is_class_name(name);
  if (!class_known_) {
    report(image_, Severity::error, span_of(class_id),
           fmt::format("'{}' is not the name of a class; its methods are skipped", name));
  }
}

void XmlReader::body(const pugi::xml_node& node) {
  if (!class_known_) {
    if (class_name_.empty())
      report(image_, Severity::error, span_of(node), "this <body> belongs to no class");
    return;
  }
  MethodSource method;
  method.class_name = class_name_;
  method.class_side = class_side_;
  method.code = content(node);
  method.protocol = protocol_;
  auto attribute = [&](const char* name) {
    std::string decoded;
    std::string_view raw = node.attribute(name).value();
    for (size_t i = 0; i < raw.size();) {
      size_t length = raw[i] == '&' ? decode_entity(raw.substr(i), decoded) : 0;
      if (length == 0) decoded += raw[i];
      i += std::max<size_t>(length, 1);
    }
    return image_.arena->copy(std::string_view(decoded));
  };
  method.package = attribute("package");
  method.selector = attribute("selector");
  image_.methods.push_back(method);
}

void XmlReader::methods_element(const pugi::xml_node& node) {
  protocol_ = {};
  class_known_ = false;
  class_name_ = {};
  for (const pugi::xml_node& child : node.children()) {
    std::string_view name = child.name();
    if (name == "class-id") set_class(child);
    if (name == "category") protocol_ = trim(content(child).text);
    if (name == "body") body(child);
  }
}

void XmlReader::shared_variable(const pugi::xml_node& node) {
  GlobalDefinition global;
  global.name = content(node, "name");
  global.owner = content(node, "environment");
  if (!is_class_name(global.name)) {
    report(image_, Severity::error, span_of(node), "this <shared-variable> has no name");
    return;
  }
  CodeText name = content(node.child("name"));
  global.at = {name.offset_in_file(0), name.offset_in_file(static_cast<uint32_t>(name.text.size()))};
  image_.globals.push_back(global);
  CodeText initializer = content(node.child("initializer"));
  if (trim(initializer.text).empty()) return;
  ScriptSource script;
  script.load_time = true;
  script.code = initializer;
  script.class_name = global.owner;
  script.assigns = global.name;
  image_.scripts.push_back(script);
}

// <initialize><class-id>Foo</class-id></initialize>: Foo initialize. With a <variable> its initialiser runs,
// which <shared-variable> has already given us.
void XmlReader::initialize_element(const pugi::xml_node& node) {
  pugi::xml_node class_id = node.child("class-id");
  if (class_id.empty() || !node.child("variable").empty()) return;
  CodeText name = content(class_id);
  std::string_view trimmed = trim(name.text);
  if (!is_class_name(trimmed)) return;
  uint32_t begin = static_cast<uint32_t>(trimmed.data() - name.text.data());
  ScriptSource script;
  script.load_time = true;
  script.code = slice_code(image_, name, begin, begin + static_cast<uint32_t>(trimmed.size()));
  script.code.text = image_.arena->copy(std::string_view(fmt::format("{} initialize", trimmed)));
  image_.scripts.push_back(script);
}

void XmlReader::element(const pugi::xml_node& node) {
  std::string_view name = node.name();
  if (name == "class") return class_element(node);
  if (name == "methods") return methods_element(node);
  if (name == "body") return body(node);
  if (name == "class-id") return set_class(node);
  if (name == "category") {
    protocol_ = trim(content(node).text);
    return;
  }
  if (name == "shared-variable") return shared_variable(node);
  if (name == "initialize") return initialize_element(node);
  if (name == "do-it") return do_it(node);
  if (name == "name-space") return name_space_element(node);
  if (name == "remove-selector") return remove_selector(node);
  if (name == "remove-class") return remove_class(node);
  // Known, and without anything to analyse.
  for (std::string_view quiet :
       {"time-stamp", "comment", "reorganize", "remove-shared-variable", "rename-class", "move-class",
        "component-created", "component-property", "component-type", "no-op", "copyright", "add-super",
        "namespace-comment", "remove-name-space", "category-change", "class-side-comment", "uninitialize"}) {
    if (name == quiet) return;
  }
  if (skipped_.insert(std::string(name)).second) {
    report(image_, Severity::note, span_of(node), fmt::format("skipped: unknown element <{}>", name));
  }
}

// Parses a piece of the file as elements below <st-source>. Returns where it is broken; npos when it is not.
size_t XmlReader::read_piece(size_t begin, size_t end, bool whole) {
  pugi::xml_document document;
  std::string_view bytes = text_.substr(begin, end - begin);
  mark_ = static_cast<uint32_t>(begin);
  unsigned flags = pugi::parse_cdata | pugi::parse_ws_pcdata | (whole ? 0 : pugi::parse_fragment);
  pugi::xml_parse_result result =
      document.load_buffer(bytes.data(), bytes.size(), flags, pugi::encoding_utf8);
  pugi::xml_node root = whole ? document.child("st-source") : document;
  size_t error_at = begin + static_cast<size_t>(std::max<ptrdiff_t>(result.offset, 0));
  if (!result) {
    uint32_t at = static_cast<uint32_t>(std::min(error_at, text_.size()));
    report(image_, Severity::error, {at, at}, fmt::format("broken XML: {}", result.description()));
  } else if (whole && root.empty()) {
    report(image_, Severity::error, {mark_, mark_}, "no <st-source> in this XML file");
  }
  // What was read before the error is still good.
  for (const pugi::xml_node& child : root.children()) {
    if (child.type() == pugi::node_element) element(child);
  }
  return result ? std::string_view::npos : error_at;
}

// The name of an element that code can go on with after an error, when one begins here.
std::string_view XmlReader::element_at(size_t at) const {
  for (std::string_view name :
       {"methods", "class-id", "category", "body", "class", "shared-variable", "name-space", "do-it",
        "remove-selector", "remove-class", "comment", "initialize"}) {
    std::string_view rest = text_.substr(at + 1);
    if (!rest.starts_with(name) || rest.size() == name.size()) continue;
    char next = rest[name.size()];
    if (next == '>' || next == ' ' || next == '\t' || next == '\r' || next == '\n') return name;
  }
  return {};
}

// After the first error every element is read on its own, so that each error costs one element at most.
void XmlReader::read() {
  size_t begin = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  size_t at = read_piece(begin, text_.size(), true);
  size_t close = std::min(text_.rfind("</st-source>"), text_.size());
  StringSet never_closed;
  for (at = text_.find('<', at); at < close; at = text_.find('<', at)) {
    std::string_view name = element_at(at);
    if (name.empty()) {
      ++at;
      continue;
    }
    std::string closing = fmt::format("</{}>", name);
    size_t end = never_closed.contains(name) ? std::string_view::npos : text_.find(closing, at);
    if (end == std::string_view::npos) {
      never_closed.insert(std::string(name));
      report(image_, Severity::error, {static_cast<uint32_t>(at), static_cast<uint32_t>(at + 1)},
             fmt::format("broken XML: this <{}> is not closed", name));
      ++at;
      continue;
    }
    end += closing.size();
    size_t error_at = read_piece(at, end, false);
    at = error_at == std::string_view::npos ? end : std::max(error_at, at + 1);
  }
}

}  // namespace

void read_visualworks_xml(FileImage& image) {
  image.dialect = Dialect::visualworks;
  XmlReader(image).read();
}

}  // namespace dh::smalltalk
