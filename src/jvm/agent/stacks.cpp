#include "jvm/agent/stacks.h"

#include <algorithm>
#include <mutex>

namespace dh::jvm {

namespace {

// A string that the JVM allocated for us.
class JvmText {
 public:
  explicit JvmText(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~JvmText() {
    if (text != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(text));
  }
  JvmText(const JvmText&) = delete;
  JvmText& operator=(const JvmText&) = delete;
  std::string_view view() const { return text == nullptr ? std::string_view() : std::string_view(text); }
  char* text = nullptr;

 private:
  jvmtiEnv* jvmti_;
};

}  // namespace

std::string class_name(jvmtiEnv* jvmti, jclass type) {
  JvmText signature(jvmti);
  if (jvmti->GetClassSignature(type, &signature.text, nullptr) != JVMTI_ERROR_NONE) return {};
  const std::string_view text = signature.view();
  if (text.size() > 2 && text.front() == 'L') return std::string(text.substr(1, text.size() - 2));
  return std::string(text);
}

const RawStack* StackStore::intern(const RawStack& stack) {
  uint64_t hash = stack.size();
  for (const jvmtiFrameInfo& frame : stack)
    hash = hash_combine(hash_combine(hash, reinterpret_cast<uintptr_t>(frame.method)),
                        static_cast<uint64_t>(frame.location));
  const auto is_same = [&](const std::unique_ptr<const RawStack>& known) {
    return std::equal(known->begin(), known->end(), stack.begin(), stack.end(),
                      [](const jvmtiFrameInfo& a, const jvmtiFrameInfo& b) {
                        return a.method == b.method && a.location == b.location;
                      });
  };
  const std::lock_guard lock(lock_);
  auto& bucket = by_hash_[hash];
  const auto found = std::find_if(bucket.begin(), bucket.end(), is_same);
  if (found != bucket.end()) return found->get();
  // A copy that is as large as it must be.
  return bucket.emplace_back(std::make_unique<const RawStack>(stack.begin(), stack.end())).get();
}

void StackHistory::keep(dyn::LocId place, const RawStack* stack) {
  if (place.value >= seen_.size()) seen_.resize(place.index() + 64);
  seen_[place.value] = true;
  const std::lock_guard lock(lock_);
  stacks_.emplace(place.value, stacks_.size() >= kMax ? nullptr : stack);
}

RawStack StackHistory::find(dyn::LocId place) const {
  const std::lock_guard lock(lock_);
  const auto it = stacks_.find(place.value);
  return it == stacks_.end() || it->second == nullptr ? RawStack() : *it->second;
}

std::vector<std::pair<dyn::LocId, RawStack>> StackHistory::all() const {
  const std::lock_guard lock(lock_);
  std::vector<std::pair<dyn::LocId, RawStack>> stacks;
  for (const auto& [place, stack] : stacks_)
    stacks.emplace_back(dyn::LocId(place), stack == nullptr ? RawStack() : *stack);
  return stacks;
}

bool StackHistory::knows(dyn::LocId place) const {
  const std::lock_guard lock(lock_);
  return stacks_.contains(place.value);
}

bool Frames::is_shim(jmethodID method) const {
  jclass type = nullptr;
  if (jvmti_->GetMethodDeclaringClass(method, &type) != JVMTI_ERROR_NONE) return false;
  return class_name(jvmti_, type).starts_with("java/lang/DeadHeat");
}

RawStack Frames::capture(jthread thread) const {
  RawStack stack(kDepth);
  jint count = 0;
  if (jvmti_ == nullptr ||
      jvmti_->GetStackTrace(thread, 0, kDepth, stack.data(), &count) != JVMTI_ERROR_NONE) {
    return {};
  }
  stack.resize(static_cast<size_t>(count));
  size_t shim = 0;
  while (shim < stack.size() && is_shim(stack[shim].method)) ++shim;
  stack.erase(stack.begin(), stack.begin() + static_cast<ptrdiff_t>(shim));
  return stack;
}

jclass Frames::caller() const {
  jvmtiFrameInfo frames[8];
  jint count = 0;
  if (jvmti_ == nullptr || jvmti_->GetStackTrace(nullptr, 0, 8, frames, &count) != JVMTI_ERROR_NONE)
    return nullptr;
  for (jint i = 0; i < count; ++i) {
    jclass type = nullptr;
    if (jvmti_->GetMethodDeclaringClass(frames[i].method, &type) != JVMTI_ERROR_NONE) return nullptr;
    if (!class_name(jvmti_, type).starts_with("java/lang/DeadHeat")) return type;
  }
  return nullptr;
}

dyn::LocId Frames::place(const jvmtiFrameInfo& frame, Places& places) const {
  jclass type = nullptr;
  if (jvmti_->GetMethodDeclaringClass(frame.method, &type) != JVMTI_ERROR_NONE) return {};
  const std::string name = class_name(jvmti_, type);
  if (name.find("$$Lambda") != std::string::npos) return {};  // made by the JVM: nothing that people wrote
  JvmText method(jvmti_);
  JvmText source(jvmti_);
  if (jvmti_->GetMethodName(frame.method, &method.text, nullptr, nullptr) != JVMTI_ERROR_NONE) return {};
  jvmti_->GetSourceFileName(type, &source.text);
  int32_t line = -1;
  jvmtiLineNumberEntry* table = nullptr;
  jint entries = 0;
  if (jvmti_->GetLineNumberTable(frame.method, &entries, &table) == JVMTI_ERROR_NONE) {
    jlocation best = -1;
    for (jint i = 0; i < entries; ++i) {
      if (table[i].start_location > frame.location || table[i].start_location < best) continue;
      best = table[i].start_location;
      line = table[i].line_number;
    }
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(table));
  }
  return places.intern(name, source.view(), method.view(), line);
}

std::vector<dyn::LocId> Frames::places(const RawStack& stack, Places& all) const {
  std::vector<dyn::LocId> result;
  for (const jvmtiFrameInfo& frame : stack) {
    const dyn::LocId id = place(frame, all);
    if (id.valid()) result.push_back(id);
  }
  return result;
}

}  // namespace dh::jvm
