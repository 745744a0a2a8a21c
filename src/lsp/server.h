// The language server: JSON-RPC on two file descriptors until the editor says `exit` or goes away.
#pragma once

#include <string>

namespace dh::lsp {

struct ServerOptions {
  int input = 0;
  int output = 1;
  std::string program;  // deadheat itself: checks run as its children
};

// Returns the exit status of the protocol: 0 after `shutdown`, 1 without.
int run_server(const ServerOptions& options);

}  // namespace dh::lsp
