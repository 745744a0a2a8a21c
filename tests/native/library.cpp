// What libraries do for threads: the C library's texts and streams, descriptors, cancelled waits, barriers,
// objects at the address of others, exceptions. The argument chooses; a line with "bad NAME" takes part in
// the finding of scenario NAME, scenarios without such lines are silent.
#include <fcntl.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

thread_local volatile int sink;
int shared;
char text[64] = "hello world";

template <typename First, typename Second>
void both(First first, Second second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
void change_text() {
  text[2] = 'x';  // bad prints, bad searches, bad parses
}

void prints() {
  both(
      [] {
        char to[80];
        sink = snprintf(to, sizeof to, "%d %.*s %s", 1, 1, "", text);  // bad prints
      },
      change_text);
}
void searches() {
  both([] { sink = strstr(text, "wor") != nullptr; }, change_text);  // bad searches
}
void parses() {
  both([] { sink = static_cast<int>(strtol(text, nullptr, 36)); }, change_text);  // bad parses
}

union Halves {
  int whole;
  short half[2];
} halves;
void atomic_neighbours() {
  both([] { __atomic_store_n(&halves.half[0], short{1}, __ATOMIC_SEQ_CST); }, [] { halves.half[1] = 2; });
}

int ends[2];
void open_pipe() {
  if (pipe(ends) != 0) abort();
}
void parts() {
  open_pipe();
  std::thread other([] {
    shared = 1;
    char byte = 1;
    const iovec part{&byte, 1};
    if (writev(dup(ends[1]), &part, 1) != 1) abort();
  });
  char byte = 0;
  const iovec part{&byte, 1};
  if (readv(ends[0], &part, 1) == 1) sink = shared;
  other.join();
}
void end_of_pipe() {
  open_pipe();
  std::thread other([] {
    shared = 1;
    close(ends[1]);
  });
  char byte = 0;
  if (read(ends[0], &byte, 1) == 0) sink = shared;
  other.join();
}
void streams() {
  open_pipe();
  std::thread other([] {
    shared = 1;
    FILE* stream = fdopen(ends[1], "w");
    fputs("line\n", stream);
    fclose(stream);
  });
  FILE* stream = fdopen(ends[0], "r");
  char line[16];
  if (fgets(line, sizeof line, stream) != nullptr) sink = shared;
  other.join();
  fclose(stream);
}
std::atomic<bool> is_written{false};
void unrelated_files() {
  std::thread other([] {
    shared = 1;  // bad unrelated_files
    if (write(STDOUT_FILENO, "", 0) != 0) abort();
    is_written.store(true, std::memory_order_relaxed);
  });
  while (!is_written.load(std::memory_order_relaxed)) std::this_thread::yield();
  char byte = 0;
  if (read(open("/dev/null", O_RDONLY), &byte, 1) == 0) sink = shared;  // bad unrelated_files
  other.join();
}

pthread_barrier_t barrier;
std::atomic<bool> is_late{false};
void late_at_barrier() {
  pthread_barrier_init(&barrier, nullptr, 2);
  both(
      [] {
        pthread_barrier_wait(&barrier);
        shared = 1;  // bad late_at_barrier
        is_late.store(true, std::memory_order_relaxed);
        pthread_barrier_wait(&barrier);
      },
      [] {
        pthread_barrier_wait(&barrier);
        while (!is_late.load(std::memory_order_relaxed)) std::this_thread::yield();
        shared = 2;  // bad late_at_barrier
        pthread_barrier_wait(&barrier);
      });
}

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
bool waits = false;
void unlock(void*) {
  shared++;
  pthread_mutex_unlock(&mutex);
}
void* wait_for_ever(void*) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, nullptr);
  waits = true;
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(0);
  return nullptr;
}
void cancelled_wait() {
  pthread_t thread;
  pthread_create(&thread, nullptr, wait_for_ever, nullptr);
  for (bool is_waiting = false; !is_waiting;) {
    pthread_mutex_lock(&mutex);
    is_waiting = waits;
    pthread_mutex_unlock(&mutex);
  }
  pthread_cancel(thread);
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, nullptr);
}

pthread_mutex_t again;
void use_new_mutex() {
  pthread_mutex_init(&again, nullptr);  // bad mutex_made_again
  pthread_mutex_lock(&again);
  shared++;  // bad mutex_made_again
  pthread_mutex_unlock(&again);
  pthread_mutex_destroy(&again);  // bad mutex_made_again
}
std::atomic<bool> is_first_done{false};
void mutex_made_again() {
  both(
      [] {
        use_new_mutex();
        is_first_done.store(true, std::memory_order_relaxed);
      },
      [] {
        while (!is_first_done.load(std::memory_order_relaxed)) std::this_thread::yield();
        use_new_mutex();
      });
}

std::atomic<bool> is_held{false};
void owner_died() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  static pthread_mutex_t robust;
  pthread_mutex_init(&robust, &attributes);
  std::thread other([] {
    pthread_mutex_lock(&robust);
    shared = 1;
    is_held.store(true, std::memory_order_relaxed);
  });
  while (!is_held.load(std::memory_order_relaxed)) std::this_thread::yield();
  if (pthread_mutex_lock(&robust) == EOWNERDEAD) pthread_mutex_consistent(&robust);
  shared = 2;
  pthread_mutex_unlock(&robust);
  other.join();
}

void exceptions() {
  for (int i = 0; i < 10; ++i) {
    std::exception_ptr failure = std::make_exception_ptr(std::runtime_error(std::string(60, 'z')));
    const auto use = [](std::exception_ptr own) {
      try {
        std::rethrow_exception(own);
      } catch (const std::exception& error) {
        sink = error.what()[3];
      }
    };
    std::thread other(use, failure);
    use(failure);
    failure = nullptr;
    other.join();
  }
}

std::atomic<int*> box{nullptr};
void zeroed() {
  both([] { box.store(static_cast<int*>(calloc(4, sizeof(int))), std::memory_order_relaxed); },  // bad zeroed
       [] {
         while (box.load(std::memory_order_relaxed) == nullptr) std::this_thread::yield();
         sink = box.load(std::memory_order_relaxed)[1];  // bad zeroed
       });
}

const struct {
  const char* name;
  void (*run)();
} scenarios[] = {{"prints", prints},
                 {"searches", searches},
                 {"parses", parses},
                 {"atomic_neighbours", atomic_neighbours},
                 {"parts", parts},
                 {"end_of_pipe", end_of_pipe},
                 {"streams", streams},
                 {"unrelated_files", unrelated_files},
                 {"late_at_barrier", late_at_barrier},
                 {"cancelled_wait", cancelled_wait},
                 {"mutex_made_again", mutex_made_again},
                 {"owner_died", owner_died},
                 {"exceptions", exceptions},
                 {"zeroed", zeroed}};

}  // namespace

int main(int argc, char** argv) {
  for (const auto& scenario : scenarios) {
    if (argc < 2) puts(scenario.name);
    if (argc > 1 && strcmp(argv[1], scenario.name) == 0) scenario.run();
  }
}
