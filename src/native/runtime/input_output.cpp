// System calls that move data: their buffers are accesses, and what goes through a descriptor orders its two
// ends.
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "native/runtime/real.h"

using namespace dh::native;

namespace {

constexpr int kFiles = 1 << 16;
std::atomic<uint32_t> channels[kFiles];  // both ends of a pipe have the same number; 0: all others together
std::atomic<uint32_t> channel_count{0};
// Addresses that no object of the program has, for the table of synchronization objects.
constexpr uintptr_t kChannelBase = uintptr_t{1} << 46;

uintptr_t channel_of(int file) {
  const uint32_t channel = file >= 0 && file < kFiles ? channels[file].load(std::memory_order_relaxed) : 0;
  return kChannelBase + channel * 16;
}
void join_ends(int a, int b) {
  const uint32_t channel = channel_count.fetch_add(1) + 1;
  if (a >= 0 && a < kFiles) channels[a].store(channel);
  if (b >= 0 && b < kFiles) channels[b].store(channel);
}
void received(int file, const void* buffer, ssize_t bytes, uintptr_t pc) {
  if (bytes < 0) return;
  observe(channel_of(file), pc);
  check_range(address_of(buffer), static_cast<size_t>(bytes), true, pc);
}
void sends(int file, const void* buffer, size_t bytes, uintptr_t pc) {
  check_range(address_of(buffer), bytes, false, pc);
  publish(channel_of(file), pc);
}

}  // namespace

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
  const int error = DH_REAL(close)(file);
  if (file >= 0 && file < kFiles) channels[file].store(0);
  return error;
}
