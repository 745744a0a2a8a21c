// What the kernel passes on from one thread to another: signals, messages, old semaphores, what is registered
// for polling.
#include <mqueue.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include "native/runtime/files.h"
#include "native/runtime/real.h"

using namespace dh::native;

namespace {

// Only their addresses are used, as names of synchronization objects. Two things with one name order more
// than the kernel does, which cannot cause a false alarm.
constexpr unsigned kNames = 4096;
char signal_names[64 + 1];
char message_names[kNames];
char semaphore_names[kNames];
char polling_names[kNames];
char queue_name;  // of all message queues: a descriptor does not say which queue it is

template <unsigned count>
uintptr_t name_of(const char (&names)[count], uint64_t number) {
  return address_of(&names[number % count]);
}
uintptr_t registration(int file, const epoll_event& event) {
  return name_of(polling_names, (event.data.u64 * 0x9E3779B97F4A7C15ull >> 40) + static_cast<unsigned>(file));
}
bool is_signal(int signal) {
  return signal > 0 && signal <= 64;
}

}  // namespace

namespace dh::native {

void publish_signal(int signal, uintptr_t pc) {
  if (!is_signal(signal)) return;
  publish(name_of(signal_names, static_cast<unsigned>(signal)), pc);
  publish(address_of(&signal_names[0]), pc);
}
void observe_signal(int signal, uintptr_t pc) {
  if (is_signal(signal)) observe(name_of(signal_names, static_cast<unsigned>(signal)), pc);
}

}  // namespace dh::native

// Signals. A handler is after the call that sent the signal.
#define DH_SEND(name, parameters, arguments) DH_SEND_AS(name, parameters, noexcept, arguments)
#define DH_SEND_AS(name, parameters, throws, arguments) \
  DH_EXPORT int name parameters throws {                \
    publish_signal(signal, DH_CALLER);                  \
    return DH_REAL(name) arguments;                     \
  }
DH_SEND(kill, (pid_t process, int signal), (process, signal))
DH_SEND(killpg, (pid_t group, int signal), (group, signal))
DH_SEND(raise, (int signal), (signal))
DH_SEND(sigqueue, (pid_t process, int signal, const sigval value), (process, signal, value))
DH_SEND_AS(tgkill, (pid_t process, pid_t thread, int signal), , (process, thread, signal))
DH_SEND(pthread_kill, (pthread_t thread, int signal), (thread, signal))
DH_SEND(pthread_sigqueue, (pthread_t thread, int signal, const sigval value), (thread, signal, value))

DH_EXPORT int sigwait(const sigset_t* set, int* signal) {
  const int error = DH_REAL(sigwait)(set, signal);
  if (error != 0) return error;
  observe_signal(*signal, DH_CALLER);
  check_range(address_of(signal), sizeof *signal, true, DH_CALLER);
  return 0;
}
DH_EXPORT int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  const int signal = DH_REAL(sigwaitinfo)(set, info);
  if (signal > 0) observe_signal(signal, DH_CALLER);
  return signal;
}
DH_EXPORT int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* limit) {
  const int signal = DH_REAL(sigtimedwait)(set, info, limit);
  if (signal > 0) observe_signal(signal, DH_CALLER);
  return signal;
}
DH_EXPORT int signalfd(int file, const sigset_t* set, int flags) noexcept {
  const int made = DH_REAL(signalfd)(file, set, flags);
  note_signal_file(made, address_of(&signal_names[0]));
  return made;
}

// Timers that are read: what the thread did that set them is before.
DH_EXPORT int timerfd_create(clockid_t clock, int flags) noexcept {
  const int made = DH_REAL(timerfd_create)(clock, flags);
  note_own_channel(made);
  return made;
}
DH_EXPORT int timerfd_settime(int file, int flags, const itimerspec* given, itimerspec* old) noexcept {
  publish_file(file, DH_CALLER);
  return DH_REAL(timerfd_settime)(file, flags, given, old);
}

// Polling: the thread that gets an event is after the one that registered its data.
DH_EXPORT int epoll_ctl(int file, int operation, int other, epoll_event* event) noexcept {
  if (event != nullptr && operation != EPOLL_CTL_DEL) publish(registration(file, *event), DH_CALLER);
  return DH_REAL(epoll_ctl)(file, operation, other, event);
}
namespace {
int got_events(int file, const epoll_event* events, int count, uintptr_t pc) {
  for (int i = 0; i < count; ++i) observe(registration(file, events[i]), pc);
  if (count > 0) check_range(address_of(events), sizeof *events * static_cast<size_t>(count), true, pc);
  return count;
}
}  // namespace
DH_EXPORT int epoll_wait(int file, epoll_event* events, int most, int limit) {
  return got_events(file, events, DH_REAL(epoll_wait)(file, events, most, limit), DH_CALLER);
}
DH_EXPORT int epoll_pwait(int file, epoll_event* events, int most, int limit, const sigset_t* set) {
  return got_events(file, events, DH_REAL(epoll_pwait)(file, events, most, limit, set), DH_CALLER);
}

// Messages and semaphores of System V, and message queues.
DH_EXPORT int msgsnd(int queue, const void* message, size_t bytes, int flags) {
  publish(name_of(message_names, static_cast<unsigned>(queue)), DH_CALLER);
  return DH_REAL(msgsnd)(queue, message, bytes, flags);
}
DH_EXPORT ssize_t msgrcv(int queue, void* message, size_t bytes, long type, int flags) {
  const ssize_t got = DH_REAL(msgrcv)(queue, message, bytes, type, flags);
  if (got < 0) return got;
  observe(name_of(message_names, static_cast<unsigned>(queue)), DH_CALLER);
  check_range(address_of(message), sizeof(long) + static_cast<size_t>(got), true, DH_CALLER);
  return got;
}
namespace {
template <typename Call>
int change_semaphores(int set, uintptr_t pc, Call call) {
  const uintptr_t name = name_of(semaphore_names, static_cast<unsigned>(set));
  publish(name, pc);
  const int error = call();
  if (error == 0) observe(name, pc);
  return error;
}
}  // namespace
DH_EXPORT int semop(int set, sembuf* changes, size_t count) noexcept {
  return change_semaphores(set, DH_CALLER, [&] { return DH_REAL(semop)(set, changes, count); });
}
DH_EXPORT int semtimedop(int set, sembuf* changes, size_t count, const timespec* limit) noexcept {
  return change_semaphores(set, DH_CALLER, [&] { return DH_REAL(semtimedop)(set, changes, count, limit); });
}
DH_EXPORT int mq_send(mqd_t queue, const char* message, size_t bytes, unsigned priority) {
  check_range(address_of(message), bytes, false, DH_CALLER);
  publish(address_of(&queue_name), DH_CALLER);
  return DH_REAL(mq_send)(queue, message, bytes, priority);
}
DH_EXPORT int mq_timedsend(mqd_t queue, const char* message, size_t bytes, unsigned priority,
                           const timespec* until) {
  check_range(address_of(message), bytes, false, DH_CALLER);
  publish(address_of(&queue_name), DH_CALLER);
  return DH_REAL(mq_timedsend)(queue, message, bytes, priority, until);
}
namespace {
ssize_t got_message(const char* message, ssize_t bytes, uintptr_t pc) {
  if (bytes < 0) return bytes;
  observe(address_of(&queue_name), pc);
  check_range(address_of(message), static_cast<size_t>(bytes), true, pc);
  return bytes;
}
}  // namespace
DH_EXPORT ssize_t mq_receive(mqd_t queue, char* message, size_t bytes, unsigned* priority) {
  return got_message(message, DH_REAL(mq_receive)(queue, message, bytes, priority), DH_CALLER);
}
DH_EXPORT ssize_t mq_timedreceive(mqd_t queue, char* message, size_t bytes, unsigned* priority,
                                  const timespec* until) {
  return got_message(message, DH_REAL(mq_timedreceive)(queue, message, bytes, priority, until), DH_CALLER);
}
