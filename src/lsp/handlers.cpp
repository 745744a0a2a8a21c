#include "lsp/handlers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lsp/code_actions.h"
#include "lsp/diagnostics.h"
#include "lsp/rule_page.h"
#include "lsp/uri.h"
#include "report/version.h"
#include "source/language.h"
#include "source/root.h"

namespace dh::lsp {

namespace {

// A handler throws Json::exception when the parameters have another shape than the protocol says.
using RequestHandler = void (*)(Session&, const Json& id, const Json& params);
using NotificationHandler = void (*)(Session&, const Json& params);

std::optional<std::string> path_of_document(const Json& params) {
  const auto path = path_of_uri(params.at("textDocument").at("uri").get<std::string>());
  if (!path) return std::nullopt;
  return canonical_path(*path);
}

void add_root(Session& session, const std::string& uri) {
  const std::optional<std::string> path = path_of_uri(uri);
  if (!path) {
    session.client.log(MessageType::warning,
                       fmt::format("{}: not a folder of this machine; it is not checked", uri));
    return;
  }
  Root root;
  root.path = canonical_path(*path);
  if (session.workspace.find_root(root.path) == nullptr) session.workspace.roots.push_back(std::move(root));
}

void use_settings(Session& session, const Json& settings) {
  std::vector<std::string> problems;
  const bool wrapped = settings.is_object() && settings.contains("deadheat");
  session.workspace.settings = settings_from(wrapped ? settings.at("deadheat") : settings, problems);
  for (const std::string& problem : problems) session.client.show(MessageType::warning, problem);
}

void ask_for_configuration(Session& session) {
  if (!session.client.abilities.configuration) return;
  session.configuration_request = session.client.request(
      "workspace/configuration", {{"items", Json::array({{{"section", "deadheat"}}})}});
}

void on_initialize(Session& session, const Json& id, const Json& params) {
  if (params.contains("capabilities")) session.client.abilities = abilities_from(params.at("capabilities"));
  if (params.contains("initializationOptions")) use_settings(session, params.at("initializationOptions"));
  if (params.contains("workspaceFolders") && params.at("workspaceFolders").is_array()) {
    for (const Json& folder : params.at("workspaceFolders"))
      add_root(session, folder.at("uri").get<std::string>());
  } else if (params.contains("rootUri") && params.at("rootUri").is_string()) {
    add_root(session, params.at("rootUri").get<std::string>());
  }
  session.phase = Phase::running;
  const Json sync = {{"openClose", true}, {"change", 1}, {"save", {{"includeText", false}}}};
  session.client.respond(
      id, {{"capabilities",
            {{"positionEncoding", "utf-16"},
             {"textDocumentSync", sync},
             {"hoverProvider", true},
             {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
             {"executeCommandProvider", {{"commands", {kOpenRulePage, kCheck}}}},
             {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}}},
           {"serverInfo", {{"name", "deadheat"}, {"version", kVersion}}}});
}

void on_initialized(Session& session, const Json&) {
  if (session.client.abilities.watched_files) {
    // Files that change outside of the editor; deadheat.toml decides what is shown.
    Json watchers =
        Json::array({{{"globPattern", "**/deadheat.toml"}},
                     {{"globPattern", fmt::format("**/*{{{}}}", fmt::join(file_endings(), ","))}}});
    session.client.request(
        "client/registerCapability",
        {{"registrations", Json::array({{{"id", "deadheat-files"},
                                         {"method", "workspace/didChangeWatchedFiles"},
                                         {"registerOptions", {{"watchers", std::move(watchers)}}}}})}});
  }
  ask_for_configuration(session);
  session.checks.schedule_all(CheckReason::opened);
}

void on_open(Session& session, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  if (!path) return;  // "untitled:", for example, is not a file
  const Json& item = params.at("textDocument");
  Document document;
  document.uri = item.at("uri").get<std::string>();
  if (item.contains("version") && item.at("version").is_number_integer())
    document.version = item.at("version").get<int64_t>();
  document.file = SourceFile::from_text(*path, item.at("text").get<std::string>());
  const Result<SourceFile> on_disk = SourceFile::open(*path);
  document.is_saved = on_disk && on_disk->text() == document.file.text();
  const bool is_saved = document.is_saved;
  session.workspace.documents.insert_or_assign(*path, std::move(document));
  Root* root = session.workspace.root_of(*path);
  if (root == nullptr) {
    root = &session.workspace.roots.emplace_back();
    root->path = *path;
    root->is_file = true;
  }
  if (!root->was_checked || !is_saved) return session.checks.schedule(*root, CheckReason::opened);
  session.checks.publish(*root);
}

void on_change(Session& session, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  if (!path) return;
  const auto it = session.workspace.documents.find(*path);
  if (it == session.workspace.documents.end()) {
    session.client.log(MessageType::warning, fmt::format("{}: changed, but not open", *path));
    return;
  }
  Document& document = it->second;
  const Json& item = params.at("textDocument");
  if (item.contains("version") && item.at("version").is_number_integer())
    document.version = item.at("version").get<int64_t>();
  for (const Json& change : params.at("contentChanges")) {
    document.file = SourceFile::from_text(*path, change.at("text").get<std::string>());
    document.is_saved = false;
  }
  if (Root* root = session.workspace.root_of(*path)) session.checks.schedule(*root, CheckReason::changed);
}

void on_save(Session& session, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  if (!path) return;
  const auto it = session.workspace.documents.find(*path);
  if (it != session.workspace.documents.end()) it->second.is_saved = true;
  if (Root* root = session.workspace.root_of(*path)) session.checks.schedule(*root, CheckReason::saved);
}

void on_close(Session& session, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  if (!path) return;
  const auto it = session.workspace.documents.find(*path);
  if (it == session.workspace.documents.end()) return;
  const bool was_saved = it->second.is_saved;
  Root* root = session.workspace.root_of(*path);
  if (root != nullptr && root->is_file) {
    session.checks.remove_root(root->path);
    root = nullptr;
  }
  session.workspace.documents.erase(*path);
  if (root != nullptr && !was_saved) session.checks.schedule(*root, CheckReason::opened);
}

void on_folders_changed(Session& session, const Json& params) {
  const Json& event = params.at("event");
  for (const Json& folder : event.at("removed")) {
    if (const auto path = path_of_uri(folder.at("uri").get<std::string>()))
      session.checks.remove_root(canonical_path(*path));
  }
  for (const Json& folder : event.at("added")) add_root(session, folder.at("uri").get<std::string>());
  session.checks.schedule_all(CheckReason::opened);
}

void on_configuration_changed(Session& session, const Json& params) {
  if (session.client.abilities.configuration) return ask_for_configuration(session);
  if (params.contains("settings")) use_settings(session, params.at("settings"));
  session.checks.schedule_all(CheckReason::asked);
}

void on_watched_files(Session& session, const Json& params) {
  for (const Json& change : params.at("changes")) {
    const auto path = path_of_uri(change.at("uri").get<std::string>());
    if (!path) continue;
    const std::string canonical = canonical_path(*path);
    if (session.workspace.documents.contains(canonical)) continue;  // the editor reports those itself
    if (Root* root = session.workspace.root_of(canonical)) session.checks.schedule(*root, CheckReason::saved);
  }
}

void on_hover(Session& session, const Json& id, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  const Position position = position_from(params.at("position"));
  const Root* root = path ? session.workspace.root_of(*path) : nullptr;
  std::string text;
  if (root != nullptr) {
    const Range here{position, position};
    for (const Json* finding : findings_at(session.workspace, *root, *path, here, Touching::any_place))
      text += (text.empty() ? "" : "\n\n---\n\n") + explanation_of(*finding);
  }
  if (text.empty()) return session.client.respond(id, nullptr);
  session.client.respond(id, {{"contents", {{"kind", "markdown"}, {"value", text}}}});
}

void on_code_action(Session& session, const Json& id, const Json& params) {
  const std::optional<std::string> path = path_of_document(params);
  const Range range = range_from(params.at("range"));
  const Root* root = path ? session.workspace.root_of(*path) : nullptr;
  session.client.respond(
      id, root == nullptr ? Json::array() : code_actions(session.workspace, *root, *path, range));
}

void on_command(Session& session, const Json& id, const Json& params) {
  const std::string command = params.at("command").get<std::string>();
  if (command == kCheck) {
    session.checks.schedule_all(CheckReason::asked);
    return session.checks.answer_when_done(id);
  }
  if (command != kOpenRulePage)
    return session.client.refuse(id, ErrorCode::invalid_params, fmt::format("unknown command '{}'", command));
  const std::string rule = params.at("arguments").at(0).get<std::string>();
  const Result<std::string> path = write_rule_page(rule);
  if (!path) return session.client.refuse(id, ErrorCode::invalid_params, path.error().message);
  const std::string uri = uri_of_path(*path);
  if (session.client.abilities.show_document) {
    session.client.request("window/showDocument", {{"uri", uri}, {"takeFocus", true}});
  } else {
    session.client.show(MessageType::info, fmt::format("{} is explained in {}", rule, *path));
  }
  session.client.respond(id, {{"uri", uri}});
}

void on_shutdown(Session& session, const Json& id, const Json&) {
  session.phase = Phase::shut_down;
  session.was_shut_down = true;
  while (!session.workspace.roots.empty()) session.checks.remove_root(session.workspace.roots.back().path);
  session.client.respond(id, nullptr);
}

void on_exit(Session& session, const Json&) {
  session.phase = Phase::ended;
}

void on_cancel(Session& session, const Json& params) {
  session.checks.cancel_request(params.at("id"));
}

void on_cancel_progress(Session& session, const Json& params) {
  session.checks.cancel_progress(params.at("token"));
}

struct Request {
  std::string_view method;
  RequestHandler handle;
};
constexpr Request kRequests[] = {
    {"initialize", on_initialize},
    {"shutdown", on_shutdown},
    {"textDocument/hover", on_hover},
    {"textDocument/codeAction", on_code_action},
    {"workspace/executeCommand", on_command},
};

struct Notification {
  std::string_view method;
  NotificationHandler handle;
};
constexpr Notification kNotifications[] = {
    {"initialized", on_initialized},
    {"exit", on_exit},
    {"textDocument/didOpen", on_open},
    {"textDocument/didChange", on_change},
    {"textDocument/didSave", on_save},
    {"textDocument/didClose", on_close},
    {"workspace/didChangeWorkspaceFolders", on_folders_changed},
    {"workspace/didChangeConfiguration", on_configuration_changed},
    {"workspace/didChangeWatchedFiles", on_watched_files},
    {"window/workDoneProgress/cancel", on_cancel_progress},
    {"$/cancelRequest", on_cancel},
};

void handle_request(Session& session, const Json& id, const std::string& method, const Json& params) {
  if (session.phase == Phase::starting && method != "initialize")
    return session.client.refuse(id, ErrorCode::not_initialized, "expected 'initialize' first");
  if (session.phase == Phase::running && method == "initialize")
    return session.client.refuse(id, ErrorCode::invalid_request, "'initialize' came twice");
  if (session.phase == Phase::shut_down)
    return session.client.refuse(id, ErrorCode::invalid_request, "expected only 'exit' after 'shutdown'");
  for (const Request& request : kRequests) {
    if (request.method != method) continue;
    try {
      request.handle(session, id, params);
    } catch (const Json::exception& error) {
      session.client.refuse(id, ErrorCode::invalid_params, fmt::format("{}: {}", method, error.what()));
    }
    return;
  }
  session.client.refuse(id, ErrorCode::method_not_found, fmt::format("unknown method '{}'", method));
}

void handle_notification(Session& session, const std::string& method, const Json& params) {
  if (session.phase != Phase::running && method != "exit") return;
  for (const Notification& notification : kNotifications) {
    if (notification.method != method) continue;
    try {
      notification.handle(session, params);
    } catch (const Json::exception& error) {
      session.client.log(MessageType::error, fmt::format("{}: {}", method, error.what()));
    }
    return;
  }
}

// The answer to one of our requests: only the configuration matters.
void handle_response(Session& session, const Json& message) {
  if (session.configuration_request.empty() || message.at("id") != session.configuration_request) return;
  session.configuration_request.clear();
  const auto result = message.find("result");
  static const Json kNone;
  const bool has_settings = result != message.end() && result->is_array() && !result->empty();
  use_settings(session, has_settings ? result->front() : kNone);
  session.checks.schedule_all(CheckReason::asked);
}

}  // namespace

void handle_message(Session& session, const std::string& content) {
  const Json message = Json::parse(content, nullptr, /*allow_exceptions=*/false);
  if (message.is_discarded())
    return session.client.refuse(nullptr, ErrorCode::parse_error, "the message is not JSON");
  if (!message.is_object())
    return session.client.refuse(nullptr, ErrorCode::invalid_request, "expected one object for each message");
  const auto id = message.find("id");
  const bool has_id = id != message.end() && (id->is_string() || id->is_number_integer());
  const auto method = message.find("method");
  if (method == message.end()) {
    if (has_id) return handle_response(session, message);
    return session.client.refuse(nullptr, ErrorCode::invalid_request, "a message without 'method' and 'id'");
  }
  if (!method->is_string() || (id != message.end() && !has_id))
    return session.client.refuse(nullptr, ErrorCode::invalid_request, "'method' or 'id' has a wrong type");
  const auto params = message.find("params");
  // No copy: copies of hostile nesting would overflow the stack.
  static const Json kNone = Json::object();
  const Json& given = params == message.end() || !params->is_object() ? kNone : *params;
  if (has_id) return handle_request(session, *id, method->get<std::string>(), given);
  handle_notification(session, method->get<std::string>(), given);
}

}  // namespace dh::lsp
