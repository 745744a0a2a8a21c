// The editor, as far as the server can send it something.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "report/json_writing.h"

namespace dh::lsp {

// The numbers of JSON-RPC and of the protocol.
enum class ErrorCode {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  not_initialized = -32002,
  request_cancelled = -32800,
};

enum class MessageType { error = 1, warning = 2, info = 3, log = 4 };

// What an editor says that it can do; everything else works in all of them.
struct ClientAbilities {
  bool progress = false;
  bool configuration = false;
  bool watched_files = false;
  bool show_document = false;
};
ClientAbilities abilities_from(const Json& capabilities);

class Client {
 public:
  using Send = std::function<void(std::string_view)>;
  explicit Client(Send send) : send_(std::move(send)) {}

  ClientAbilities abilities;

  void respond(const Json& id, Json result);
  void refuse(const Json& id, ErrorCode code, std::string_view why);
  void notify(std::string_view method, Json params);
  // Returns the id of the request.
  std::string request(std::string_view method, Json params);

  void show(MessageType type, std::string_view text);
  void log(MessageType type, std::string_view text);

 private:
  void send(const Json& message);

  Send send_;
  size_t requests_ = 0;
};

}  // namespace dh::lsp
