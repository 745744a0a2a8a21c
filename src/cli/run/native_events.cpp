#include "cli/run/native_events.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

namespace dh {

using native::RawEvent;
using native::RawKind;
using native::RawPlace;

namespace {

std::vector<RawPlace> read_places(const std::filesystem::path& path) {
  std::error_code error;
  const uint64_t bytes = std::filesystem::file_size(path, error);
  if (error) return {};
  std::vector<RawPlace> places(bytes / sizeof(RawPlace));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(places.data()),
            static_cast<std::streamsize>(places.size() * sizeof(RawPlace)));
  places.resize(static_cast<size_t>(file.gcount()) / sizeof(RawPlace));
  return places;
}

}  // namespace

Result<NativeEvents> NativeEvents::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) {
    if (file >= 0) ::close(file);
    return fail("{}: cannot be read", path);
  }
  NativeEvents result;
  result.mapped_bytes_ = static_cast<size_t>(status.st_size);
  if (result.mapped_bytes_ != 0) {
    void* at = ::mmap(nullptr, result.mapped_bytes_, PROT_READ, MAP_PRIVATE, file, 0);
    if (at != MAP_FAILED) result.mapped_ = at;
  }
  ::close(file);
  if (result.mapped_bytes_ != 0 && result.mapped_ == nullptr) return fail("{}: cannot be mapped", path);
  size_t count = result.mapped_bytes_ / sizeof(RawEvent);
  const auto* events = static_cast<const RawEvent*>(result.mapped_);
  while (count > 0 && events[count - 1].kind() == RawKind::none) --count;  // the program was killed
  result.events_ = {events, count};
  result.places_ = read_places(std::filesystem::path(path).replace_extension(".places"));
  return result;
}

NativeEvents::NativeEvents(NativeEvents&& other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_bytes_(other.mapped_bytes_),
      events_(other.events_),
      places_(std::move(other.places_)) {}

NativeEvents::~NativeEvents() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_bytes_);
}

std::vector<uint64_t> NativeEvents::stack(uint32_t place) const {
  constexpr size_t kMaxCalls = 400;
  std::vector<uint64_t> result;
  if (is_free(place)) place = places_[place].parent;
  while (place != 0 && place < places_.size() && result.size() < kMaxCalls) {
    if (places_[place].pc != native::kNoPc) result.push_back(places_[place].pc);
    place = places_[place].parent;
  }
  return result;
}

uint64_t NativeEvents::bytes(size_t i) const {
  const uint8_t size = events_[i].size();
  if (size != native::kLongSize) return size;
  return i + 1 < events_.size() && events_[i + 1].kind() == RawKind::extent ? events_[i + 1].value() : size;
}

}  // namespace dh
