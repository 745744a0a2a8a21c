#include "jvm/agent/sweeper.h"

#include <algorithm>
#include <thread>

namespace dh::jvm {

namespace {

// Any number in the heap that could be a shadow word counts as one: wherever the shim keeps words, they are
// found, and a number of the program that looks like one only keeps a state a while longer.
class WordsInHeap {
 public:
  void add(uint64_t word) {
    if (dyn::owner_of(word) == 0) return;
    words_.push_back(word);
    if (words_.size() < next_) return;
    make_unique();
    next_ = std::max(kMax, words_.size() * 2);
  }
  void make_unique() {
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  }
  std::vector<uint64_t>& words() { return words_; }

 private:
  static constexpr size_t kMax = size_t{1} << 20;
  size_t next_ = kMax;
  std::vector<uint64_t> words_;
};

jint JNICALL on_field(jvmtiHeapReferenceKind, const jvmtiHeapReferenceInfo*, jlong, jlong*, jvalue value,
                      jvmtiPrimitiveType type, void* words) {
  if (type == JVMTI_PRIMITIVE_TYPE_LONG)
    static_cast<WordsInHeap*>(words)->add(static_cast<uint64_t>(value.j));
  return JVMTI_VISIT_OBJECTS;
}

jint JNICALL on_array(jlong, jlong, jlong*, jint count, jvmtiPrimitiveType type, const void* elements,
                      void* words) {
  if (type == JVMTI_PRIMITIVE_TYPE_LONG) {
    const auto* longs = static_cast<const uint64_t*>(elements);
    for (jint i = 0; i < count; ++i) static_cast<WordsInHeap*>(words)->add(longs[i]);
  }
  return JVMTI_VISIT_OBJECTS;
}

}  // namespace

void Sweeper::wait(InHandler& self) {
  do {
    self.depth.store(0, std::memory_order_release);
    { const std::lock_guard lock(mutex_); }
    self.depth.store(1, std::memory_order_seq_cst);
  } while (under_way_.load(std::memory_order_seq_cst));
}

bool Sweeper::due(const dyn::ToolChain& chain, size_t ended) const {
  size_t states = kThreadWeight * ended;
  for (const auto& branch : chain.branches) states += branch->states();
  return states >= next_.load(std::memory_order_relaxed) &&
         Clock::now() >= not_before_.load(std::memory_order_relaxed);
}

void Sweeper::sweep(jvmtiEnv* jvmti, dyn::ToolChain& chain, size_t ended,
                    const std::function<std::vector<InHandler*>()>& others,
                    const std::function<void(std::vector<uint64_t>&)>& roots,
                    const std::function<size_t()>& free_threads) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || !due(chain, ended)) return;
  const Clock::time_point begin = Clock::now();
  under_way_.store(true, std::memory_order_seq_cst);
  // Threads that are not among them yet see from now on that they have to wait.
  for (const InHandler* other : others()) {
    while (other->depth.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
  }
  count_.fetch_add(1, std::memory_order_seq_cst);
  WordsInHeap found;
  jvmtiHeapCallbacks callbacks{};
  callbacks.primitive_field_callback = on_field;
  callbacks.array_primitive_value_callback = on_array;
  const bool walked = jvmti->IterateThroughHeap(0, nullptr, &callbacks, &found) == JVMTI_ERROR_NONE;
  roots(found.words());
  found.make_unique();
  size_t left = 0;
  for (auto& branch : chain.branches) {
    if (walked) {
      branch->sweep([&](const std::function<void(uint64_t)>& body) {
        for (const uint64_t word : found.words()) body(word);
      });
    }
  }
  if (walked) left += kThreadWeight * free_threads();
  for (const auto& branch : chain.branches) left += branch->states();
  next_.store(std::max(kFew, left * 2), std::memory_order_relaxed);
  const Clock::time_point end = Clock::now();
  milliseconds_.fetch_add(std::chrono::ceil<std::chrono::milliseconds>(end - begin).count());
  not_before_.store(end + kPause * (end - begin), std::memory_order_relaxed);
  under_way_.store(false, std::memory_order_seq_cst);
}

}  // namespace dh::jvm
