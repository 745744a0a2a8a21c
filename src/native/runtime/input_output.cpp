// System calls that move data: their buffers are accesses, and what goes through a descriptor orders its two
// ends.
#include <errno.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "native/runtime/files.h"
#include "native/runtime/real.h"
#include "native/runtime/report.h"

using namespace dh::native;

namespace {

constexpr int kFiles = 1 << 16;
std::atomic<uint32_t> channels[kFiles];  // both ends of a pipe have the same number; 0: orders nothing
constexpr uint32_t kNetwork = 1;         // all sockets that are not made in pairs
constexpr uint32_t kSignalFiles = 2;     // what `signal_object` names
std::atomic<uintptr_t> signal_object{0};
std::atomic<uint32_t> channel_count{kSignalFiles};
// Addresses that no object of the program has, for the table of synchronization objects.
constexpr uintptr_t kChannelBase = uintptr_t{1} << 46;

uint32_t channel_of(int file) {
  return file >= 0 && file < kFiles ? channels[file].load(std::memory_order_relaxed) : 0;
}
void set_channel(int file, uint32_t channel) {
  if (file >= 0 && file < kFiles) channels[file].store(channel);
}
void join_ends(int a, int b) {
  const uint32_t channel = channel_count.fetch_add(1) + 1;
  set_channel(a, channel);
  set_channel(b, channel);
}
void received(int file, const void* buffer, ssize_t bytes, uintptr_t pc) {
  if (bytes < 0) return;
  observe_file(file, pc);
  check_range(address_of(buffer), static_cast<size_t>(bytes), true, pc);
}
void sends(int file, const void* buffer, size_t bytes, uintptr_t pc) {
  check_range(address_of(buffer), bytes, false, pc);
  publish_file(file, pc);
}
void received_parts(int file, const iovec* parts, size_t count, ssize_t bytes, uintptr_t pc) {
  if (bytes < 0) return;
  observe_file(file, pc);
  auto left = static_cast<size_t>(bytes);
  for (size_t i = 0; i < count && left != 0; ++i) {
    const size_t part = left < parts[i].iov_len ? left : parts[i].iov_len;
    check_range(address_of(parts[i].iov_base), part, true, pc);
    left -= part;
  }
}
void sends_parts(int file, const iovec* parts, size_t count, uintptr_t pc) {
  for (size_t i = 0; i < count; ++i) check_range(address_of(parts[i].iov_base), parts[i].iov_len, false, pc);
  publish_file(file, pc);
}
int copied(int from, int to) {
  if (to >= 0) set_channel(to, channel_of(from));
  return to;
}
int networked(int file) {
  set_channel(file, kNetwork);
  return file;
}

}  // namespace

namespace dh::native {

void publish_file(int file, uintptr_t pc) {
  if (const uint32_t channel = ::channel_of(file)) publish(kChannelBase + channel * 16, pc);
}
void observe_file(int file, uintptr_t pc) {
  const uint32_t channel = ::channel_of(file);
  if (channel == 0) return;
  observe(channel == kSignalFiles ? signal_object.load() : kChannelBase + channel * 16, pc);
}
void note_own_channel(int file) {
  if (file >= 0) join_ends(file, file);
}
void note_signal_file(int file, uintptr_t object) {
  signal_object.store(object);
  set_channel(file, kSignalFiles);
}

}  // namespace dh::native

DH_EXPORT ssize_t read(int file, void* buffer, size_t bytes) {
  const ssize_t result = DH_REAL(read)(file, buffer, bytes);
  received(file, buffer, result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t write(int file, const void* buffer, size_t bytes) {
  sends(file, buffer, bytes, DH_CALLER);
  return DH_REAL(write)(file, buffer, bytes);
}
DH_EXPORT ssize_t pread(int file, void* buffer, size_t bytes, off_t at) {
  const ssize_t result = DH_REAL(pread)(file, buffer, bytes, at);
  received(file, buffer, result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t pwrite(int file, const void* buffer, size_t bytes, off_t at) {
  sends(file, buffer, bytes, DH_CALLER);
  return DH_REAL(pwrite)(file, buffer, bytes, at);
}
DH_EXPORT ssize_t recv(int file, void* buffer, size_t bytes, int flags) {
  const ssize_t result = DH_REAL(recv)(file, buffer, bytes, flags);
  received(file, buffer, result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t send(int file, const void* buffer, size_t bytes, int flags) {
  sends(file, buffer, bytes, DH_CALLER);
  return DH_REAL(send)(file, buffer, bytes, flags);
}
DH_EXPORT int pipe(int* ends) noexcept {
  const int error = DH_REAL(pipe)(ends);
  if (error == 0) join_ends(ends[0], ends[1]);
  return error;
}
DH_EXPORT int pipe2(int* ends, int flags) noexcept {
  const int error = DH_REAL(pipe2)(ends, flags);
  if (error == 0) join_ends(ends[0], ends[1]);
  return error;
}
DH_EXPORT int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  const int error = DH_REAL(socketpair)(domain, type, protocol, ends);
  if (error == 0) join_ends(ends[0], ends[1]);
  return error;
}
DH_EXPORT int eventfd(unsigned value, int flags) noexcept {
  const int file = DH_REAL(eventfd)(value, flags);
  if (file >= 0) join_ends(file, file);
  return file;
}
DH_EXPORT int close(int file) {
  if (is_own_file(file)) {
    errno = EBADF;
    return -1;
  }
  if (file == STDERR_FILENO) keep_error_output();
  publish_file(file, DH_CALLER);  // the other end can read that nothing more comes
  set_channel(file, 0);
  return DH_REAL(close)(file);
}
DH_EXPORT int dup(int file) noexcept {
  return copied(file, DH_REAL(dup)(file));
}
// All files from this number on, but for the runtime's.
DH_EXPORT int close_range(unsigned first, unsigned last, int flags) noexcept {
  const auto real = DH_REAL(close_range);
  if (first <= STDERR_FILENO) keep_error_output();
  for (unsigned file = first; file < kFiles && file <= last; ++file) {
    if (flags == 0) set_channel(static_cast<int>(file), 0);
    if (!is_own_file(static_cast<int>(file))) continue;
    if (file > first && real(first, file - 1, flags) != 0) return -1;
    first = file + 1;
  }
  return first <= last ? real(first, last, flags) : 0;
}
DH_EXPORT void closefrom(int first) noexcept {
  close_range(first < 0 ? 0 : static_cast<unsigned>(first), UINT32_MAX, 0);
}
DH_EXPORT int dup2(int file, int to) noexcept {
  leave_file(to);
  return copied(file, DH_REAL(dup2)(file, to));
}
DH_EXPORT int dup3(int file, int to, int flags) noexcept {
  leave_file(to);
  return copied(file, DH_REAL(dup3)(file, to, flags));
}
DH_EXPORT int socket(int domain, int type, int protocol) noexcept {
  return networked(DH_REAL(socket)(domain, type, protocol));
}
DH_EXPORT int accept(int file, sockaddr* address, socklen_t* bytes) {
  const int made = networked(DH_REAL(accept)(file, address, bytes));
  if (made >= 0) observe_file(made, DH_CALLER);
  return made;
}
DH_EXPORT int accept4(int file, sockaddr* address, socklen_t* bytes, int flags) {
  const int made = networked(DH_REAL(accept4)(file, address, bytes, flags));
  if (made >= 0) observe_file(made, DH_CALLER);
  return made;
}
DH_EXPORT int connect(int file, const sockaddr* address, socklen_t bytes) {
  publish_file(file, DH_CALLER);
  return DH_REAL(connect)(file, address, bytes);
}
DH_EXPORT int shutdown(int file, int how) noexcept {
  publish_file(file, DH_CALLER);
  return DH_REAL(shutdown)(file, how);
}
DH_EXPORT ssize_t readv(int file, const iovec* parts, int count) {
  const ssize_t result = DH_REAL(readv)(file, parts, count);
  received_parts(file, parts, static_cast<size_t>(count), result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t writev(int file, const iovec* parts, int count) {
  if (count > 0) sends_parts(file, parts, static_cast<size_t>(count), DH_CALLER);
  return DH_REAL(writev)(file, parts, count);
}
DH_EXPORT ssize_t recvmsg(int file, msghdr* message, int flags) {
  const ssize_t result = DH_REAL(recvmsg)(file, message, flags);
  received_parts(file, message->msg_iov, message->msg_iovlen, result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t sendmsg(int file, const msghdr* message, int flags) {
  sends_parts(file, message->msg_iov, message->msg_iovlen, DH_CALLER);
  return DH_REAL(sendmsg)(file, message, flags);
}
DH_EXPORT ssize_t recvfrom(int file, void* buffer, size_t bytes, int flags, sockaddr* from,
                           socklen_t* length) {
  const ssize_t result = DH_REAL(recvfrom)(file, buffer, bytes, flags, from, length);
  received(file, buffer, result, DH_CALLER);
  return result;
}
DH_EXPORT ssize_t sendto(int file, const void* buffer, size_t bytes, int flags, const sockaddr* to,
                         socklen_t length) {
  sends(file, buffer, bytes, DH_CALLER);
  return DH_REAL(sendto)(file, buffer, bytes, flags, to, length);
}
DH_EXPORT int eventfd_read(int file, eventfd_t* value) {
  const int error = DH_REAL(eventfd_read)(file, value);
  if (error == 0) received(file, value, sizeof *value, DH_CALLER);
  return error;
}
DH_EXPORT int eventfd_write(int file, eventfd_t value) {
  publish_file(file, DH_CALLER);
  return DH_REAL(eventfd_write)(file, value);
}
