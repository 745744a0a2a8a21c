#include "java/rules/sharing_evidence.h"

#include <algorithm>

#include "java/rules/documentation.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

bool is_task_type(std::string_view name) {
  return name == "Runnable" || name == "Callable" || name == "Thread" || name == "TimerTask" ||
         name == "ForkJoinTask" || name.ends_with("Listener") || name == "UncaughtExceptionHandler";
}

// A task or listener: some thread calls it.
bool is_task(const Index& index, TypeId type) {
  const TypeInfo& info = index.type(type);
  if (info.superclass.known() && is_task_type(index.text(info.superclass.simple))) return true;
  return std::any_of(info.interfaces.begin(), info.interfaces.end(),
                     [&](const TypeRef& i) { return is_task_type(index.text(i.simple)); });
}

bool starts_threads(const Knowledge& knowledge, TypeId type) {
  bool found = false;
  walk(knowledge.index().type(type).decl, [&](const Node* node) {
    if (const auto* made = as<NewObject>(node)) {
      TypeRef ref = knowledge.index().resolve(made->type, type);
      std::string_view name = ref.known() ? knowledge.text(ref.simple) : std::string_view();
      found = found || name == "Thread" || name.ends_with("ThreadPoolExecutor") || name == "Timer";
    }
    if (const auto* call = as<Call>(node); call != nullptr && call->target != nullptr) {
      std::string_view name = knowledge.text(call->name.name);
      const auto* target = as<Name>(call->target);
      bool factory = target != nullptr && knowledge.text(target->name) == "Executors";
      bool runs = name == "submit" || name == "execute" || name.starts_with("schedule") ||
                  name == "runAsync" || name == "supplyAsync";
      bool gets_code = std::any_of(call->args.begin(), call->args.end(), [](const Expr* arg) {
        return is<Lambda>(arg) || is<MethodRef>(arg) || is<This>(arg) || is<NewObject>(arg);
      });
      found = found || factory || (runs && gets_code);
    }
    return !found;
  });
  return found;
}

bool has_field(const Knowledge& knowledge, TypeId type, bool (*test)(const Knowledge&, const FieldInfo&)) {
  const Index& index = knowledge.index();
  for (FieldId field : index.type(type).fields) {
    if (test(knowledge, index.field(field))) return true;
  }
  return false;
}

bool is_volatile(const Knowledge&, const FieldInfo& field) {
  return field.has(kVolatile);
}

bool is_concurrent(const Knowledge& knowledge, const FieldInfo& field) {
  return field.type.qualified.starts_with("java.util.concurrent.") &&
         knowledge.lock_type(field.type) == nullptr && !field.type.qualified.ends_with("TimeUnit");
}

bool has_safe_supertype(const Knowledge& knowledge, TypeId type) {
  const std::vector<TypeId>& supers = knowledge.index().supertypes(type);
  return std::any_of(supers.begin(), supers.end(), [&](TypeId s) { return knowledge.is_thread_safe(s); });
}

std::string evidence_of(const Knowledge& knowledge, TypeId type) {
  if (documented_safety(knowledge.index(), type) == DocumentedSafety::thread_safe)
    return "its Javadoc says that it is thread-safe";
  if (has_safe_supertype(knowledge, type)) return "it implements a type that is annotated as thread-safe";
  if (is_task(knowledge.index(), type)) return "it is a task or listener that other threads run";
  if (starts_threads(knowledge, type)) return "it starts threads";
  if (has_field(knowledge, type, is_concurrent)) return "it has concurrent collections or atomics";
  if (has_field(knowledge, type, is_volatile)) return "it has volatile fields";
  return {};
}

}  // namespace

std::string sharing_evidence(const Knowledge& knowledge, TypeId type) {
  for (; type.valid(); type = knowledge.index().type(type).enclosing) {
    std::string evidence = evidence_of(knowledge, type);
    if (!evidence.empty()) return evidence;
  }
  return {};
}

}  // namespace dh::java
