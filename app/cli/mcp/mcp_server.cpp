#include "app/cli/mcp/mcp_server.h"

#include "app/batch/shell_word.h"
#include "app/cli/mcp/short_answer.h"
#include "app/cli/mcp/tool_arguments.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/resources.h"
#include "profiler/base/time_limit.h"
#include "profiler/base/version.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// The revisions of the protocol, the newest first.
constexpr std::array<std::string_view, 4> kRevisions = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                        "2024-11-05"};
constexpr std::string_view kRootsRequest = "nscope-roots";
/// Folder of the documents of a call, followed by a number.
constexpr std::string_view kCallFolder = "/call-";

constexpr std::string_view kInstructions =
    "Profiles of AWS Trainium and Inferentia, predictions, prices and plans. Begin with list_files "
    "and open_run for a capture, or with simulate, compare_costs or plan_fleet for a question "
    "about a model. Their figures are predictions with a 90 % band: state the band and whether "
    "the configuration is outside of the measured domain. Quote the command of an answer so that "
    "people can repeat it. Answers are shortened; 'left_out' says what is missing.";

tl::unexpected<RpcError> invalid_params(std::string message) {
  return tl::unexpected(RpcError{RpcCode::kInvalidParams, std::move(message), nullptr});
}

/// Everything is on one page, so that a cursor cannot be valid.
tl::expected<Json, RpcError> page(std::string_view name, Json list, const Json& params) {
  if (params.contains("cursor")) return invalid_params("there is no further page");
  return Json{{name, std::move(list)}};
}

std::string text_member(const Json& object, const char* key) {
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? std::string(*member) : std::string();
}

Json text_content(std::string text) {
  return Json::array({{{"type", "text"}, {"text", std::move(text)}}});
}

/// An answer as text for clients without structured content, and as it is.
Json tool_result(Json answer) {
  return {{"content", text_content(compact_text(answer))},
          {"structuredContent", std::move(answer)},
          {"isError", false}};
}

/// The protocol reports wrong arguments and failed commands to the model, which can correct them.
Json tool_error(std::string message) {
  return {{"content", text_content(std::move(message))}, {"isError", true}};
}

/// Only the members `keys` of a document; all if there are none.
Json picked(Json document, const std::vector<std::string>& keys) {
  if (keys.empty() || !document.is_object()) return document;
  Json result = Json::object();
  for (const std::string& key : keys) {
    if (document.contains(key)) result[key] = document[key];
  }
  return result;
}

/// The text of a prompt with its arguments in the place of "{name}".
std::string filled(std::string text, const Json& arguments) {
  for (const auto& [name, value] : arguments.items()) {
    const std::string placeholder = "{" + name + "}";
    const std::string given = value.is_string() ? std::string(value) : compact_text(value);
    for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;
         at += given.size()) {
      text.replace(at, placeholder.size(), given);
    }
  }
  return text;
}

/// A resource is a page of the documentation or the document of a command.
std::string mime_type(const Json& resource) {
  return resource.contains("file") ? "text/markdown" : "application/json";
}

std::string line_of(const Json& resource) {
  std::vector<std::string> words{"nscope"};
  for (const Json& word : resource["command"]) words.push_back(word);
  return batch::shell_line(words);
}

}  // namespace

Result<std::unique_ptr<McpServer>> McpServer::create(Settings settings, RunLine run) {
  auto tools = read_tools();
  if (!tools) return fail(tools.error());
  auto prompts = parse_json_resource("agents/prompts.json");
  if (!prompts) return fail(prompts.error());
  auto resources = parse_json_resource("agents/resources.json");
  if (!resources) return fail(resources.error());
  return std::unique_ptr<McpServer>(new McpServer(std::move(settings), std::move(run),
                                                  *std::move(tools), *std::move(prompts),
                                                  *std::move(resources)));
}

McpServer::McpServer(Settings settings, RunLine run, std::vector<Tool> tools, Json prompts,
                     Json resources)
    : settings_(std::move(settings)),
      run_(std::move(run)),
      tools_(std::move(tools)),
      prompts_(std::move(prompts)),
      resources_(std::move(resources)),
      cache_(settings_.folder,
             [this](const std::string& capture, const std::string& session,
                    TaskControl& control) -> Result<> {
               const std::vector<std::string> line = {"import", "--json", "--output=" + session,
                                                      "--", capture};
               if (auto output = run_(line, control); !output) return fail(output.error());
               return {};
             }) {}

bool McpServer::knows_revision(std::string_view revision) {
  return std::ranges::count(kRevisions, revision) > 0;
}

McpServer::Reply McpServer::receive(std::string_view text) {
  auto message = parse_rpc(text);
  if (const auto* error = std::get_if<RpcError>(&message)) return {.message = rpc_error(*error)};
  if (const auto* answer_of_client = std::get_if<RpcAnswer>(&message)) {
    answer(*answer_of_client);
    return {};
  }
  const auto& given = std::get<RpcRequest>(message);
  return given.is_notification() ? notification(given) : request(given);
}

McpServer::Reply McpServer::request(const RpcRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    if (!initialized_ && request.method != "initialize" && request.method != "ping") {
      return {.message = rpc_error({RpcCode::kInvalidRequest,
                                    "the first request must be 'initialize'", request.id})};
    }
  }
  if (request.method == "tools/call") return call_tool(request);
  if (request.method == "resources/read") return read_resource(request);
  const Answer result = [&]() -> Answer {
    const Json& params = request.params;
    if (request.method == "initialize") return initialize(params);
    if (request.method == "ping") return Json::object();
    if (request.method == "tools/list") return list_tools(params);
    if (request.method == "resources/list") return list_resources(params);
    if (request.method == "resources/templates/list") {
      return page("resourceTemplates", Json::array(), params);
    }
    if (request.method == "prompts/list") return list_prompts(params);
    if (request.method == "prompts/get") return get_prompt(params);
    return tl::unexpected(
        RpcError{RpcCode::kMethodNotFound, "unknown method '" + request.method + "'", nullptr});
  }();
  if (result) return {.message = rpc_result(request.id, *result)};
  RpcError error = result.error();
  error.id = request.id;
  return {.message = rpc_error(error)};
}

McpServer::Reply McpServer::notification(const RpcRequest& request) {
  if (request.method == "notifications/cancelled") {
    return {.cancel_id = request.params.value("requestId", Json())};
  }
  const bool asks_roots = request.method == "notifications/initialized" ||
                          request.method == "notifications/roots/list_changed";
  const std::lock_guard lock(mutex_);
  if (asks_roots && client_has_roots_) return {.message = rpc_request(kRootsRequest, "roots/list")};
  return {};
}

void McpServer::answer(const RpcAnswer& answer) {
  if (!settings_.client_names_roots) return;
  if (answer.id != kRootsRequest || !answer.result.is_object()) return;
  std::vector<std::string> uris;
  const auto roots = answer.result.find("roots");
  if (roots == answer.result.end() || !roots->is_array()) return;
  for (const Json& root : *roots) {
    if (root.is_object()) uris.push_back(text_member(root, "uri"));
  }
  const std::lock_guard lock(mutex_);
  settings_.paths.set_client_roots(uris);
}

McpServer::Answer McpServer::initialize(const Json& params) {
  const std::string wanted = text_member(params, "protocolVersion");
  if (wanted.empty()) return invalid_params("'protocolVersion' is required");
  const std::lock_guard lock(mutex_);
  if (initialized_) {
    return tl::unexpected(
        RpcError{RpcCode::kInvalidRequest, "the connection is initialized already", nullptr});
  }
  initialized_ = true;
  const auto capabilities = params.find("capabilities");
  client_has_roots_ = settings_.client_names_roots && capabilities != params.end() &&
                      capabilities->is_object() && capabilities->contains("roots");
  return Json{
      {"protocolVersion", knows_revision(wanted) ? wanted : std::string(kRevisions.front())},
      {"capabilities",
       {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}}},
      {"serverInfo", {{"name", "nscope"}, {"title", "Neuronscope"}, {"version", kVersion}}},
      {"instructions", kInstructions}};
}

McpServer::Answer McpServer::list_tools(const Json& params) const {
  const std::lock_guard lock(mutex_);
  Json tools = Json::array();
  for (const Tool& tool : tools_) {
    tools.push_back(describe_tool(tool, settings_.paths.may_write()));
  }
  return page("tools", std::move(tools), params);
}

McpServer::Answer McpServer::list_resources(const Json& params) const {
  Json list = Json::array();
  for (const Json& each : resources_) {
    list.push_back({{"uri", each["uri"]},
                    {"name", each["name"]},
                    {"title", each["title"]},
                    {"description", each["about"]},
                    {"mimeType", mime_type(each)}});
  }
  return page("resources", std::move(list), params);
}

McpServer::Answer McpServer::list_prompts(const Json& params) const {
  Json list = Json::array();
  for (Json each : prompts_) {
    each.erase("text");
    list.push_back(std::move(each));
  }
  return page("prompts", std::move(list), params);
}

McpServer::Answer McpServer::get_prompt(const Json& params) const {
  const std::string name = text_member(params, "name");
  const auto prompt =
      std::ranges::find_if(prompts_, [&](const Json& each) { return each["name"] == name; });
  if (prompt == prompts_.end()) return invalid_params("unknown prompt '" + name + "'");
  const Json arguments = params.value("arguments", Json::object());
  if (!arguments.is_object()) return invalid_params("'arguments' must be an object");
  Json given = Json::object();
  for (const Json& argument : (*prompt)["arguments"]) {
    const std::string key = argument["name"];
    if (arguments.contains(key)) {
      if (!arguments[key].is_string()) return invalid_params("'" + key + "' must be a string");
      given[key] = arguments[key];
    } else if (argument.value("required", false)) {
      return invalid_params("'" + key + "' is required");
    }
  }
  const std::string text = filled((*prompt)["text"], given);
  return Json{{"description", (*prompt)["description"]},
              {"messages",
               Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", text}}}}})}};
}

McpServer::Reply McpServer::call_tool(const RpcRequest& request) {
  const std::string name = text_member(request.params, "name");
  const auto tool = std::ranges::find(tools_, name, &Tool::name);
  if (tool == tools_.end()) {
    return {.message = rpc_error({RpcCode::kInvalidParams,
                                  "unknown tool '" + name + "'; see tools/list", request.id})};
  }
  Json arguments = request.params.value("arguments", Json::object());
  if (!arguments.is_object()) {
    return {.message =
                rpc_error({RpcCode::kInvalidParams, "'arguments' must be an object", request.id})};
  }
  Reply reply{.call =
                  [this, &tool = *tool, arguments = std::move(arguments),
                   id = request.id](TaskControl& control) {
                    auto answer = run_tool(tool, arguments, control);
                    return rpc_result(
                        id, answer ? tool_result(*std::move(answer))
                                   : tool_error(with_client_names(to_string(answer.error()))));
                  },
              .call_id = request.id};
  if (const auto meta = request.params.find("_meta");
      meta != request.params.end() && meta->is_object()) {
    reply.progress_token = meta->value("progressToken", Json());
  }
  return reply;
}

McpServer::Reply McpServer::read_resource(const RpcRequest& request) {
  const std::string uri = text_member(request.params, "uri");
  const auto resource =
      std::ranges::find_if(resources_, [&](const Json& each) { return each["uri"] == uri; });
  if (resource == resources_.end()) {
    return {.message = rpc_error(
                {RpcCode::kResourceNotFound, "unknown resource '" + uri + "'", request.id})};
  }
  if (resource->contains("file")) {
    const auto file = find_resource((*resource)["file"].get<std::string>());
    if (!file) {
      return {.message = rpc_error({RpcCode::kInternalError, to_string(file.error()), request.id})};
    }
    const Json content{{"uri", uri}, {"mimeType", mime_type(*resource)}, {"text", file->content}};
    return {.message = rpc_result(request.id, {{"contents", Json::array({content})}})};
  }
  return {.call =
              [this, &resource = *resource, id = request.id](TaskControl& control) {
                std::vector<std::string> words;
                for (const Json& word : resource["command"]) words.push_back(word);
                const auto output = run_(words, control);
                if (!output) {
                  return rpc_error({RpcCode::kInternalError, to_string(output.error()), id});
                }
                const Json content{{"uri", resource["uri"]},
                                   {"mimeType", mime_type(resource)},
                                   {"text", output->text},
                                   {"_meta", {{"command", line_of(resource)}}}};
                return rpc_result(id, {{"contents", Json::array({content})}});
              },
          .call_id = request.id};
}

Result<Json> McpServer::run_tool(const Tool& tool, const Json& arguments, TaskControl& control) {
  const TimeLimit limit(control, settings_.time_limit);
  AllowedPaths allowed;
  {
    const std::lock_guard lock(mutex_);
    allowed = settings_.paths;
  }
  const CallFiles files{
      .allowed = allowed,
      .session = [&](const std::string& path) { return cache_.session_of(path, control); },
      .document_file = [&](const Json& document,
                           const std::string& name) { return document_file(document, name); }};
  const auto command = tool_command(tool, arguments, files);
  if (!command) return fail(limit.explained(command.error()));
  if (tool.command.empty()) {
    auto listed = list_files(arguments);
    if (!listed) return fail(listed.error());
    auto part = short_answer(*listed, command->part);
    if (!part) return fail(part.error());
    return Json{{"result", part->answer}, {"left_out", part->left_out}};
  }
  const auto output = run_(command->arguments, control);
  if (!output) return fail(limit.explained(output.error()));
  const auto document = parse_json(with_client_names(output->text), "output");
  if (!document) return fail(document.error());
  const auto shown = short_answer(picked(*document, tool.pick), command->part,
                                  list_totals(*document, output->note, *command));
  if (!shown) return fail(shown.error());
  Json answer{
      {"command", command->shown}, {"result", shown->answer}, {"left_out", shown->left_out}};
  if (!output->note.empty()) answer["note"] = output->note;
  return answer;
}

Result<Json> McpServer::list_files(const Json& arguments) const {
  namespace fs = std::filesystem;
  AllowedPaths allowed;
  {
    const std::lock_guard lock(mutex_);
    allowed = settings_.paths;
  }
  Json result{{"roots", allowed.roots()}, {"opened", cache_.captures()}};
  std::vector<std::string> folders = allowed.roots();
  if (arguments.contains("folder")) {
    const auto folder = allowed.readable(text_member(arguments, "folder"));
    if (!folder) return fail(folder.error());
    folders = {*folder};
  }
  Json entries = Json::array();
  std::error_code error;
  for (const std::string& folder : folders) {
    std::vector<fs::directory_entry> found;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      found.push_back(*entry);
    }
    std::ranges::sort(found);
    for (const fs::directory_entry& entry : found) {
      const bool is_folder = entry.is_directory(error);
      if (!is_folder && !entry.is_regular_file(error)) continue;
      Json row{{"path", entry.path().string()}, {"kind", is_folder ? "folder" : "file"}};
      if (!is_folder) row["bytes"] = entry.file_size(error);
      entries.push_back(std::move(row));
    }
  }
  result["entries"] = std::move(entries);
  return result;
}

Result<std::string> McpServer::document_file(const Json& document, const std::string& name) {
  const std::string folder = fmt::format("{}{}{}", settings_.folder, kCallFolder, ++documents_);
  std::string path = fmt::format("{}/{}.json", folder, name);
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  std::ofstream file(path, std::ios::binary);
  file << document_text(document);
  file.close();
  if (error || !file) return fail(ErrorCode::kIo, tr("cannot write"), path);
  return path;
}

/// The text with the paths that the client gave, and "NAME.json" for the documents in its calls.
std::string McpServer::with_client_names(std::string text) const {
  text = cache_.with_captures(std::move(text));
  const std::string folder = settings_.folder + std::string(kCallFolder);
  for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;) {
    const std::size_t end = text.find('/', at + folder.size());
    if (end == std::string::npos) break;
    text.erase(at, end + 1 - at);
  }
  return text;
}

}  // namespace nscope::cli
