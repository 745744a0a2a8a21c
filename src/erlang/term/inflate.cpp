#include "erlang/term/inflate.h"

#include <zlib.h>

#include <algorithm>

namespace dh::erlang {

namespace {

struct Stream {
  z_stream z{};
  bool ready = false;
  ~Stream() {
    if (ready) inflateEnd(&z);
  }
};

int window_bits(Wrapping wrapping) {
  switch (wrapping) {
    case Wrapping::zlib:
      return MAX_WBITS;
    case Wrapping::gzip:
      return MAX_WBITS + 16;
    case Wrapping::none:
      return -MAX_WBITS;
  }
  return MAX_WBITS;
}

}  // namespace

Result<std::string> inflate_bounded(std::string_view data, Wrapping wrapping, size_t limit) {
  Stream stream;
  if (inflateInit2(&stream.z, window_bits(wrapping)) != Z_OK) return fail("zlib could not be started");
  stream.ready = true;
  stream.z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.z.avail_in = static_cast<uInt>(std::min<size_t>(data.size(), UINT32_MAX));

  std::string out;
  size_t size = 0;
  for (;;) {
    if (size == out.size()) {
      if (size >= limit) return fail("compressed data inflates to more than {} MiB", limit >> 20);
      out.resize(std::min(limit, std::max<size_t>({4096, data.size() * 4, out.size() * 2})));
    }
    stream.z.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.z.avail_out = static_cast<uInt>(out.size() - size);
    int status = ::inflate(&stream.z, Z_NO_FLUSH);
    size = out.size() - stream.z.avail_out;
    if (status == Z_STREAM_END) break;
    if (status != Z_OK && status != Z_BUF_ERROR) return fail("compressed data is damaged");
    if (stream.z.avail_in == 0 && stream.z.avail_out != 0) return fail("compressed data ends too early");
  }
  out.resize(size);
  return out;
}

}  // namespace dh::erlang
