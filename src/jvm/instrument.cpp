#include "jvm/instrument.h"

#include <set>

#include "jvm/bridges.h"
#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr uint16_t kShadowAccess = access::kPrivate | access::kTransient | access::kSynthetic;

// Adds fields and avoids the names that the class uses.
class FieldAdder {
 public:
  explicit FieldAdder(ClassFile& file) : file_(file) {
    for (const Member& field : file.fields) taken_.emplace(file.pool.utf8(field.name));
  }

  std::string add(std::string name, std::string_view descriptor, uint16_t flags) {
    while (!taken_.insert(name).second) name += '$';
    Member field;
    field.access = flags;
    field.name = file_.pool.add_utf8(name);
    field.descriptor = file_.pool.add_utf8(descriptor);
    if (file_.major < kJava5) field.access &= static_cast<uint16_t>(~access::kSynthetic);
    file_.fields.push_back(std::move(field));
    return name;
  }

 private:
  ClassFile& file_;
  std::set<std::string, std::less<>> taken_;
};

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

void add_shadows(ClassFile& file, const Settings& settings, RewriteResult& result) {
  FieldAdder adder(file);
  const size_t count = file.fields.size();
  const ShadowField* whole = nullptr;  // the one shadow of all instance fields, if coarse
  ShadowField whole_names;
  for (size_t i = 0; i < count; ++i) {
    const Member field = file.fields[i];  // a copy, for the list grows
    if (!has_shadow(file, field, settings)) continue;
    ShadowField shadow;
    shadow.name = file.pool.utf8(field.name);
    shadow.descriptor = file.pool.utf8(field.descriptor);
    shadow.is_static = (field.access & access::kStatic) != 0;
    const auto fill = [&](const std::string& base, uint16_t flags, ShadowField& names) {
      names.shadow = adder.add(base, "J", flags);
      for (unsigned word = 1; word < settings.words; ++word)
        names.more_words.push_back(adder.add(base + "$w" + std::to_string(word), "J", flags));
      if (!settings.history) return;
      names.last_read = adder.add(base + "$r", "I", flags);
      names.last_write = adder.add(base + "$w", "I", flags);
    };
    const auto flags = static_cast<uint16_t>(kShadowAccess | (field.access & access::kStatic));
    if (settings.object_shadow && !shadow.is_static) {
      if (whole == nullptr) {
        fill("dh$", flags, whole_names);
        whole = &whole_names;
      }
      shadow.shadow = whole->shadow;
      shadow.more_words = whole->more_words;
      shadow.last_read = whole->last_read;
      shadow.last_write = whole->last_write;
    } else {
      fill("dh$" + shadow.name, flags, shadow);
    }
    result.fields.push_back(std::move(shadow));
  }
}

std::string source_file(const ClassFile& file) {
  const Attribute* attribute = file.find(file.attributes, "SourceFile");
  if (attribute == nullptr || attribute->info.size() != 2) return {};
  return std::string(file.pool.utf8(u2_at(attribute->info, 0)));
}

// The new Code attribute; empty: nothing to change.
Result<std::vector<uint8_t>> rewrite_method(ClassRewrite& shared, const Member& method, Bytes info) {
  const auto code = decode_code(info);
  if (!code) return tl::unexpected(code.error());
  if (code->uses_subroutines()) return fail("the method uses jsr and ret");
  const size_t sites = shared.result.sites.size();
  for (const bool simple : {false, true}) {
    MethodRewriter rewriter(shared, method, *code, simple);
    const CodeEdits& edits = rewriter.run();
    if (edits.empty()) return std::vector<uint8_t>();
    auto encoded = encode_code(shared.file, method, *code, edits);
    if (encoded || simple) return encoded;
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
      auto code = rewrite_method(shared, method, attribute.info);
      if (!code) {
        result.sites.resize(sites);
        result.skipped.push_back(fmt::format("{}.{}: {}", file.name(), name, code.error().message));
      } else if (!code->empty()) {
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

  ClassRewrite shared{file, settings, first_site, result, {}, {}, {}};
  for (const Member& field : file.fields) {
    shared.own_fields.emplace(
        std::string(file.pool.utf8(field.name)) + ":" + std::string(file.pool.utf8(field.descriptor)),
        field.access);
  }
  bool changed = settings.bridges && settings.hooks != nullptr && add_bridges(shared);
  changed = rewrite_methods(shared) || changed;
  if (settings.shadows && (settings.fields || settings.statics)) add_shadows(file, settings, result);
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
  // The thread's cache of array shadows.
  adder.add("dh$c", "[Ljava/lang/Object;", access::kPublic | access::kTransient | access::kSynthetic);
  return write_class(*file);
}

}  // namespace dh::jvm
