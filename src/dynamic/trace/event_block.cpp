#include "dynamic/trace/event_block.h"

#include <array>
#include <cstring>

#include "dynamic/trace/binary_format.h"

namespace dh::dyn {

namespace {

using namespace binary;

uint8_t width_of(uint64_t largest) {
  if (largest == 0) return 0;
  if (largest <= UINT8_MAX) return 1;
  if (largest <= UINT16_MAX) return 2;
  return largest <= UINT32_MAX ? 4 : 8;
}

template <Column C>
uint64_t value_of(const TraceEvent& e) {
  switch (C) {
    case kKind:
      return static_cast<uint64_t>(e.kind);
    case kDetail:
      return e.detail;
    case kThread:
      return e.thread;
    case kTarget:
      return e.target;
    case kLocation:
      return e.location + 1u;
    case kValue:
      return e.value;
    case kColumns:
      break;
  }
  return 0;
}

template <typename T, Column C>
char* put_values(std::span<const TraceEvent> events, char* to) {
  for (const TraceEvent& e : events) {
    const T value = static_cast<T>(value_of<C>(e));
    std::memcpy(to, &value, sizeof value);  // little-endian
    to += sizeof value;
  }
  return to;
}

// Appends the column and returns its width.
template <Column C>
uint8_t put_column(std::span<const TraceEvent> events, std::string& raw) {
  uint64_t all = 0;
  for (const TraceEvent& e : events) all |= value_of<C>(e);
  const uint8_t width = width_of(all);
  const size_t size = raw.size();
  raw.resize(size + events.size() * width);
  char* const to = raw.data() + size;
  switch (width) {
    case 1:
      put_values<uint8_t, C>(events, to);
      break;
    case 2:
      put_values<uint16_t, C>(events, to);
      break;
    case 4:
      put_values<uint32_t, C>(events, to);
      break;
    case 8:
      put_values<uint64_t, C>(events, to);
      break;
    default:
      break;
  }
  return width;
}

}  // namespace

void encode_events(std::span<const TraceEvent> events, std::string& raw) {
  raw.assign(kWidthsSize, '\0');
  const std::array<uint8_t, kColumns> widths = {
      put_column<kKind>(events, raw),   put_column<kDetail>(events, raw),   put_column<kThread>(events, raw),
      put_column<kTarget>(events, raw), put_column<kLocation>(events, raw), put_column<kValue>(events, raw)};
  for (int c = 0; c < kColumns; ++c) raw[c] = static_cast<char>(widths[c]);
}

}  // namespace dh::dyn
