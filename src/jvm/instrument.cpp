#include "jvm/instrument.h"

#include <algorithm>
#include <set>

#include "jvm/bridges.h"
#include "jvm/initialisers.h"
#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr uint16_t kShadowAccess = access::kPrivate | access::kTransient | access::kSynthetic;

// Adds fields. A class that has a field of such a name already is not instrumented.
class FieldAdder {
 public:
  explicit FieldAdder(ClassFile& file) : file_(file) {
    for (const Member& field : file.fields) taken_.emplace(file.pool.utf8(field.name));
  }

  std::string add(std::string name, std::string_view descriptor, uint16_t flags) {
    if (!taken_.insert(name).second) collides_ = true;
    Member field;
    field.access = flags;
    field.name = file_.pool.add_utf8(name);
    field.descriptor = file_.pool.add_utf8(descriptor);
    if (file_.major < kJava5) field.access &= static_cast<uint16_t>(~access::kSynthetic);
    file_.fields.push_back(std::move(field));
    return name;
  }
  bool collides() const { return collides_; }

 private:
  ClassFile& file_;
  bool collides_ = false;
  std::set<std::string, std::less<>> taken_;
};

// Libraries measure where the fields of a class of the JDK are by those of a class that looks the same and is
// never used (Byte Buddy generates one that has no method, Lombok has one like AccessibleObject), and write
// there by Unsafe. A field more would move them.
bool is_mirror(const ClassFile& file) {
  if (file.methods.empty()) return true;
  const bool has_code = std::any_of(file.methods.begin(), file.methods.end(), [&](const Member& method) {
    return file.pool.utf8(method.name) != "<init>";
  });
  if (has_code || file.super_name() != "java/lang/Object") return false;
  const auto first = std::find_if(file.fields.begin(), file.fields.end(),
                                  [](const Member& field) { return (field.access & access::kStatic) == 0; });
  return first != file.fields.end() && file.pool.utf8(first->name) == "override" &&
         file.pool.utf8(first->descriptor) == "Z";
}

bool has_shadow(const ClassFile& file, const Member& field, const Settings& settings) {
  const bool is_static = (field.access & access::kStatic) != 0;
  const bool is_final = (field.access & access::kFinal) != 0;
  if ((field.access & access::kVolatile) != 0) return false;
  if (!is_static) return settings.fields && !is_final;
  if (!settings.statics || file.is_interface()) return false;
  if (!is_final) return true;
  return is_reference(file.pool.utf8(field.descriptor)) &&
         file.find(field.attributes, "ConstantValue") == nullptr;
}

// False: a name is taken.
bool add_shadows(ClassFile& file, const Settings& settings, RewriteResult& result) {
  FieldAdder adder(file);
  const size_t count = file.fields.size();
  std::optional<ShadowField> whole;  // the one shadow of all instance fields, if coarse
  StringMap<size_t> of_name;
  for (size_t i = 0; i < count; ++i) {
    const Member field = file.fields[i];  // a copy, for the list grows
    const std::string name(file.pool.utf8(field.name));
    const size_t earlier = of_name[name]++;
    if (!has_shadow(file, field, settings)) continue;
    const bool is_static = (field.access & access::kStatic) != 0;
    const bool coarse = settings.object_shadow && !is_static;
    ShadowField shadow;
    if (coarse && whole) {
      shadow = *whole;
    } else {
      const auto flags = static_cast<uint16_t>(kShadowAccess | (field.access & access::kStatic));
      shadow.shadow = adder.add(shadow_name(name, earlier, coarse), "J", flags);
      for (unsigned word = 1; word < settings.words; ++word)
        shadow.more_words.push_back(adder.add(fmt::format("{}${}w", shadow.shadow, word), "J", flags));
      if (settings.history) {
        shadow.last_read = adder.add(last_read_name(shadow.shadow), "I", flags);
        shadow.last_write = adder.add(last_write_name(shadow.shadow), "I", flags);
      }
      if (coarse) whole = shadow;
    }
    shadow.name = name;
    shadow.descriptor = file.pool.utf8(field.descriptor);
    shadow.is_static = is_static;
    result.fields.push_back(std::move(shadow));
  }
  return !adder.collides();
}

std::string source_file(const ClassFile& file) {
  const Attribute* attribute = file.find(file.attributes, "SourceFile");
  if (attribute == nullptr || attribute->info.size() != 2) return {};
  return std::string(file.pool.utf8(u2_at(attribute->info, 0)));
}

// The new Code attribute; empty: nothing to change.
Result<std::vector<uint8_t>> rewrite_method(ClassRewrite& shared, const Member& method, Bytes info,
                                            Detail& detail) {
  const auto code = decode_code(info);
  if (!code) return tl::unexpected(code.error());
  if (code->uses_subroutines()) return fail("the method uses jsr and ret");
  const size_t sites = shared.result.sites.size();
  for (const Detail next : {Detail::fast, Detail::simple, Detail::synchronization}) {
    detail = next;
    MethodRewriter rewriter(shared, method, *code, detail);
    const CodeEdits& edits = rewriter.run();
    if (edits.empty()) return std::vector<uint8_t>();
    auto encoded = encode_code(shared.file, method, *code, edits);
    if (encoded || detail == Detail::synchronization) return encoded;
    shared.result.sites.resize(sites);
  }
  return std::vector<uint8_t>();
}

bool rewrite_methods(ClassRewrite& shared) {
  ClassFile& file = shared.file;
  RewriteResult& result = shared.result;
  bool changed = false;
  for (Member& method : file.methods) {
    for (Attribute& attribute : method.attributes) {
      if (file.pool.utf8(attribute.name) != "Code") continue;
      std::string name(file.pool.utf8(method.name));
      name += file.pool.utf8(method.descriptor);
      const size_t sites = result.sites.size();
      result.methods.push_back(name);
      Detail detail = Detail::fast;
      auto code = rewrite_method(shared, method, attribute.info, detail);
      if (!code) {
        result.sites.resize(sites);
        result.skipped.push_back(fmt::format("{}.{}: {}", file.name(), name, code.error().message));
      } else if (detail == Detail::synchronization) {
        result.unchecked.push_back(
            fmt::format("{}.{}: with all checks it would have more than 64 KB", file.name(), name));
      }
      if (code && !code->empty()) {
        attribute.info = file.own(std::move(*code));
        changed = true;
      }
      if (result.sites.size() == sites) result.methods.pop_back();
      break;
    }
  }
  return changed;
}

}  // namespace

namespace {

std::string name_of_kind(std::string_view kind, std::string_view field) {
  return fmt::format("{}${}${}", kShadowPrefix, kind, field);
}

}  // namespace

std::string shadow_name(std::string_view field, size_t earlier, bool whole) {
  if (whole) return std::string(kShadowPrefix);
  return earlier == 0 ? fmt::format("{}{}", kShadowPrefix, field)
                      : name_of_kind(std::to_string(earlier), field);
}
std::string last_read_name(std::string_view shadow) {
  return name_of_kind("r", shadow.substr(kShadowPrefix.size()));
}
std::string last_write_name(std::string_view shadow) {
  return name_of_kind("w", shadow.substr(kShadowPrefix.size()));
}

Result<RewriteResult> instrument(std::span<const uint8_t> bytes, const Settings& settings,
                                 uint32_t first_site) {
  auto read = read_class(bytes);
  if (!read) return tl::unexpected(read.error());
  ClassFile& file = *read;
  if ((file.access & access::kModule) != 0) return RewriteResult();
  RewriteResult result;
  result.class_name = file.name();
  result.super_name = file.super_name();
  result.source_file = source_file(file);
  if (result.class_name.empty()) return fail("the class has no name");

  ClassRewrite shared{file,
                      settings,
                      first_site,
                      result,
                      {},
                      {},
                      {},
                      settings.class_init && initialiser_is_shared(file),
                      settings.class_init && has_finalizer(file)};
  for (const Member& field : file.fields) {
    shared.own_fields.emplace(
        std::string(file.pool.utf8(field.name)) + ":" + std::string(file.pool.utf8(field.descriptor)),
        field.access);
  }
  bool changed = settings.bridges && settings.hooks != nullptr && add_bridges(shared);
  changed = rewrite_methods(shared) || changed;
  if (settings.shadows && (settings.fields || settings.statics) && !is_mirror(file) &&
      !add_shadows(file, settings, result)) {
    return fail("it has a field whose name begins with {}", kShadowPrefix);
  }
  if (!changed && result.fields.empty()) return result;
  auto written = write_class(file);
  if (!written) return tl::unexpected(written.error());
  result.bytes = std::move(*written);
  return result;
}

Result<std::vector<uint8_t>> add_thread_words(std::span<const uint8_t> bytes, unsigned count) {
  auto file = read_class(bytes);
  if (!file) return tl::unexpected(file.error());
  FieldAdder adder(*file);
  for (unsigned i = 0; i < count; ++i) {
    adder.add("dh$w" + std::to_string(i), "J", access::kPublic | access::kTransient | access::kSynthetic);
  }
  // The thread's cache of array shadows, and the classes it has used.
  adder.add("dh$c", "[Ljava/lang/Object;", access::kPublic | access::kTransient | access::kSynthetic);
  adder.add("dh$u", "[J", access::kPublic | access::kTransient | access::kSynthetic);
  return write_class(*file);
}

}  // namespace dh::jvm
