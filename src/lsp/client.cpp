#include "lsp/client.h"

#include <fmt/format.h>

#include "report/display.h"

namespace dh::lsp {

namespace {

// Whether capabilities.a.b is true; anything else, of whatever type, is no.
bool has_ability(const Json& capabilities, std::string_view group, std::string_view name) {
  const auto at = [](const Json& json, std::string_view key) -> const Json* {
    if (!json.is_object()) return nullptr;
    const auto it = json.find(std::string(key));
    return it == json.end() ? nullptr : &*it;
  };
  const Json* members = at(capabilities, group);
  const Json* value = members == nullptr ? nullptr : at(*members, name);
  if (value == nullptr) return false;
  if (const Json* inner = at(*value, "dynamicRegistration")) return *inner == true;
  if (const Json* inner = at(*value, "support")) return *inner == true;
  return *value == true;
}

}  // namespace

ClientAbilities abilities_from(const Json& capabilities) {
  return {.progress = has_ability(capabilities, "window", "workDoneProgress"),
          .configuration = has_ability(capabilities, "workspace", "configuration"),
          .watched_files = has_ability(capabilities, "workspace", "didChangeWatchedFiles"),
          .show_document = has_ability(capabilities, "window", "showDocument")};
}

void Client::send(const Json& message) {
  const std::string content = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  send_(fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content));
}

void Client::respond(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Client::refuse(const Json& id, ErrorCode code, std::string_view why) {
  send({{"jsonrpc", "2.0"},
        {"id", id},
        {"error", {{"code", static_cast<int>(code)}, {"message", clean_line(why)}}}});
}

void Client::notify(std::string_view method, Json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

std::string Client::request(std::string_view method, Json params) {
  std::string id = fmt::format("deadheat-{}", ++requests_);
  send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
  return id;
}

void Client::show(MessageType type, std::string_view text) {
  notify("window/showMessage", {{"type", static_cast<int>(type)}, {"message", clean_text(text)}});
}

void Client::log(MessageType type, std::string_view text) {
  notify("window/logMessage", {{"type", static_cast<int>(type)}, {"message", clean_text(text)}});
}

}  // namespace dh::lsp
