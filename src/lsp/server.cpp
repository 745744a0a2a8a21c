#include "lsp/server.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/resources.h"
#include "lsp/handlers.h"
#include "lsp/message_reader.h"
#include "lsp/write_all.h"

namespace dh::lsp {

namespace {

int milliseconds_until(std::optional<double> time) {
  if (!time) return -1;
  return static_cast<int>(std::clamp((*time - monotonic_seconds()) * 1000 + 1, 0.0, 60'000.0));
}

// Reads what is there; false at the end of the stream.
bool read_some(int fd, MessageReader& reader) {
  char buffer[65536];
  const ssize_t n = ::read(fd, buffer, sizeof buffer);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  reader.feed(std::string_view(buffer, static_cast<size_t>(n)));
  return n > 0;
}

void handle_messages(Session& session, MessageReader& reader) {
  while (session.phase != Phase::ended) {
    const std::optional<Result<std::string>> message = reader.next();
    if (!message) return;
    if (*message) {
      handle_message(session, **message);
    } else {
      session.client.refuse(nullptr, ErrorCode::parse_error, message->error().message);
    }
  }
}

}  // namespace

int run_server(const ServerOptions& options) {
  bool is_connected = true;
  Session session(options.program, [&](std::string_view text) {
    is_connected = is_connected && write_all(options.output, text);
  });
  MessageReader reader;
  while (is_connected && session.phase != Phase::ended) {
    pollfd files[] = {{options.input, POLLIN, 0}, {session.checks.ended_fd(), POLLIN, 0}};
    const int ready = ::poll(files, 2, milliseconds_until(session.checks.next_due()));
    if (ready < 0 && errno != EINTR) break;
    if (ready > 0 && files[1].revents != 0) session.checks.finish_run();
    if (ready > 0 && files[0].revents != 0) {
      if (!read_some(options.input, reader)) break;
      handle_messages(session, reader);
    }
    session.checks.start_due();
  }
  return session.was_shut_down ? 0 : 1;
}

}  // namespace dh::lsp
