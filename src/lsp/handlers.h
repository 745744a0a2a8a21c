// What the server does with each message of the protocol.
#pragma once

#include <string>
#include <vector>

#include "lsp/checks.h"
#include "lsp/client.h"
#include "lsp/workspace.h"

namespace dh::lsp {

enum class Phase { starting, running, shut_down, ended };

struct Session {
  Session(std::string program, Client::Send send)
      : client(std::move(send)), checks(std::move(program), workspace, client) {}

  Client client;
  Workspace workspace;
  Checks checks;
  Phase phase = Phase::starting;
  bool was_shut_down = false;
  std::string configuration_request;  // id of the one that waits for its answer
};

// One message, as it came. Never fails: what is wrong with it is answered or logged.
void handle_message(Session& session, const std::string& content);

}  // namespace dh::lsp
