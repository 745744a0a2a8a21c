#include "jvm/agent/resolve.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "jvm/agent/classes.h"

namespace dh::jvm {

namespace {

using namespace classfile;

struct Field {
  jclass owner = nullptr;  // null: not found
  uint32_t owner_number = 0;
  jint modifiers = 0;
};

// The order of JVMS 5.4.3.2: the class, its interfaces, its superclass.
Field find_field(JNIEnv* env, Runtime& runtime, jclass type, const MemberRef& wanted) {
  jvmtiEnv* jvmti = runtime.jvmti();
  std::vector<jclass> todo = {type};
  while (!todo.empty()) {
    const jclass next = todo.back();
    todo.pop_back();
    const uint32_t number = class_number(env, runtime, next);
    if (const auto field = runtime.class_fields().find(jvmti, number, next, wanted))
      return {next, number, field->modifiers};
    if (const jclass super = env->GetSuperclass(next)) todo.push_back(super);
    jint count = 0;
    jclass* interfaces = nullptr;
    if (jvmti->GetImplementedInterfaces(next, &count, &interfaces) == JVMTI_ERROR_NONE) {
      for (jint i = count; i-- > 0;) todo.push_back(interfaces[i]);
      jvmti->Deallocate(reinterpret_cast<unsigned char*>(interfaces));
    }
  }
  return {};
}

// The class that the site's code means by the owner's name.
jclass owner_of_object(JNIEnv* env, jvmtiEnv* jvmti, jobject object, const MemberRef& member) {
  for (jclass type = env->GetObjectClass(object); type != nullptr; type = env->GetSuperclass(type)) {
    if (class_name(jvmti, type) == member.owner) return type;
  }
  return nullptr;
}

jclass owner_of_static(JNIEnv* env, Runtime& runtime, const MemberRef& member) {
  jvmtiEnv* jvmti = runtime.jvmti();
  const jclass accessor = runtime.caller();
  if (accessor == nullptr) return nullptr;
  if (class_name(jvmti, accessor) == member.owner) return accessor;
  jobject loader = nullptr;
  if (jvmti->GetClassLoader(accessor, &loader) != JVMTI_ERROR_NONE) return nullptr;
  std::string name = member.owner;
  std::replace(name.begin(), name.end(), '/', '.');
  return static_cast<jclass>(runtime.upcalls().loaded(env, loader, name));
}

// The enum that a class is, or is a constant's body of; else null. A thread that has a constant comes after
// the initialiser, by whatever path of the JDK it was got.
jclass enum_of(JNIEnv* env, jvmtiEnv* jvmti, jclass type) {
  jclass found = nullptr;
  for (jclass next = type; next != nullptr; next = env->GetSuperclass(next)) {
    jint modifiers = 0;
    if (jvmti->GetClassModifiers(next, &modifiers) != JVMTI_ERROR_NONE || (modifiers & access::kEnum) == 0)
      break;
    found = next;
  }
  return found;
}

std::string variable_name(jvmtiEnv* jvmti, jclass owner, const std::string& field) {
  return symbol_name(class_name(jvmti, owner), field);
}

jlong resolve_in_frame(JNIEnv* env, Runtime& runtime, SiteInfo& info, jobject object) {
  jvmtiEnv* jvmti = runtime.jvmti();
  const MemberRef& member = *info.member;
  const jclass named =
      object != nullptr ? owner_of_object(env, jvmti, object, member) : owner_of_static(env, runtime, member);
  if (named == nullptr) return object != nullptr ? -1 : 0;
  jint status = 0;
  jvmti->GetClassStatus(named, &status);
  if ((status & JVMTI_CLASS_STATUS_PREPARED) == 0) return 0;
  const Field field = find_field(env, runtime, named, member);
  if (field.owner == nullptr) return -1;
  info.variable.store(runtime.variable(variable_name(jvmti, field.owner, member.name)));
  const FieldOffsets offsets =
      runtime.class_fields().offsets(env, runtime.upcalls(), field.owner_number, field.owner, member);
  info.field_offset.store(offsets.field, std::memory_order_release);
  const bool is_static = (field.modifiers & access::kStatic) != 0;
  if (is_static && info.base.load() == nullptr) {
    info.class_id.store(field.owner_number);
    info.base.store(env->NewWeakGlobalRef(field.owner), std::memory_order_release);
  }
  if (!is_static && info.class_id.load() == 0) {
    const jclass type = enum_of(env, jvmti, field.owner);
    if (type != nullptr) info.class_id.store(class_number(env, runtime, type));
  }
  if ((field.modifiers & access::kVolatile) != 0) return -2;
  if ((field.modifiers & access::kFinal) != 0 && !is_static) return -1;
  info.history[0].store(offsets.last_read, std::memory_order_release);
  info.history[1].store(offsets.last_write, std::memory_order_release);
  // A constant without a shadow, as those of interfaces: what the initialiser did happens before its use.
  if (is_static && offsets.shadow < 0 && is_instrumented(runtime.options(), class_name(jvmti, field.owner)))
    return -2 - static_cast<jlong>(field.owner_number);
  return offsets.shadow;
}

}  // namespace

jlong resolve_site(JNIEnv* env, Runtime& runtime, uint32_t site, jobject object) {
  SiteInfo* info = runtime.sites().find(site);
  if (info == nullptr || info->member == nullptr || !is_field(info->kind) || runtime.closed()) return -1;
  if (env->PushLocalFrame(64) != JNI_OK) {
    env->ExceptionClear();
    return 0;
  }
  const jlong result = resolve_in_frame(env, runtime, *info, object);
  if (env->ExceptionCheck()) env->ExceptionClear();
  env->PopLocalFrame(nullptr);
  return result;
}

std::vector<jlong> shadowed_fields(JNIEnv* env, Runtime& runtime, jclass type, bool statics) {
  std::vector<jlong> result;
  for (jclass next = type; next != nullptr; next = statics ? nullptr : env->GetSuperclass(next)) {
    const std::string name = class_name(runtime.jvmti(), next);
    if (!is_instrumented(runtime.options(), name)) continue;
    const uint32_t number = class_number(env, runtime, next);
    for (MemberRef& field : runtime.class_fields().all(runtime.jvmti(), number, next, statics)) {
      const FieldOffsets offsets =
          runtime.class_fields().offsets(env, runtime.upcalls(), number, next, field);
      if (offsets.shadow < 0) continue;
      const uint32_t variable = runtime.variable(symbol_name(name, field.name));
      result.insert(result.end(), {offsets.field, offsets.shadow, offsets.last_read, offsets.last_write,
                                   static_cast<jlong>(variable)});
    }
  }
  return result;
}

uint32_t class_number(JNIEnv*, Runtime& runtime, jclass type) {
  jvmtiEnv* jvmti = runtime.jvmti();
  const std::lock_guard lock(runtime.class_mutex());
  jlong tag = 0;
  if (jvmti->GetTag(type, &tag) != JVMTI_ERROR_NONE) return 0;
  if (tag == 0) {
    uint32_t number = 0;
    runtime.new_class(symbol_name(class_name(jvmti, type), ""), number);
    tag = number;
    if (jvmti->SetTag(type, tag) != JVMTI_ERROR_NONE) return 0;
  }
  return static_cast<uint32_t>(tag);
}

namespace {

// "int[][]" of "[[I"; of other classes their symbol.
std::string type_name(std::string_view name) {
  size_t dimensions = 0;
  while (dimensions < name.size() && name[dimensions] == '[') ++dimensions;
  if (dimensions == 0) return symbol_name(name, "");
  name.remove_prefix(dimensions);
  std::string result;
  if (name.size() > 2 && name.front() == 'L') {
    result = symbol_name(name.substr(1, name.size() - 2), "");
  } else {
    static constexpr std::pair<char, std::string_view> kTypes[] = {
        {'Z', "boolean"}, {'B', "byte"}, {'C', "char"},  {'S', "short"},
        {'I', "int"},     {'J', "long"}, {'F', "float"}, {'D', "double"}};
    for (const auto& [letter, word] : kTypes) {
      if (name == std::string_view(&letter, 1)) result = word;
    }
  }
  for (; dimensions > 0; --dimensions) result += "[]";
  return result;
}

}  // namespace

std::string object_name(JNIEnv* env, Runtime& runtime, jobject object) {
  jvmtiEnv* jvmti = runtime.jvmti();
  const jclass type = env->GetObjectClass(object);
  const std::string own = class_name(jvmti, type);
  if (own == "java/lang/Class")
    return "class " + symbol_name(class_name(jvmti, static_cast<jclass>(object)), "");
  jint hash = 0;
  jvmti->GetObjectHashCode(object, &hash);
  return fmt::format("{}@{:x}", type_name(own), static_cast<uint32_t>(hash));
}

}  // namespace dh::jvm
