#include "app/cli/mcp/json_rpc.h"

#include <utility>

namespace nscope::cli {
namespace {

bool is_id(const Json& id) {
  return id.is_string() || id.is_number_integer();
}

RpcError invalid(std::string message, Json id = nullptr) {
  return {RpcCode::kInvalidRequest, std::move(message), std::move(id)};
}

std::variant<RpcRequest, RpcAnswer, RpcError> read_request(const Json& message, Json id) {
  if (!message["method"].is_string()) return invalid("'method' must be a string", id);
  RpcRequest request{.id = std::move(id), .method = message["method"], .params = Json::object()};
  if (const auto params = message.find("params"); params != message.end()) {
    if (!params->is_object()) {
      return RpcError{RpcCode::kInvalidParams, "'params' must be an object", request.id};
    }
    request.params = *params;
  }
  return request;
}

}  // namespace

std::variant<RpcRequest, RpcAnswer, RpcError> parse_rpc(std::string_view text) {
  const auto message = parse_json(text, "message");
  if (!message) return RpcError{RpcCode::kParseError, to_string(message.error()), nullptr};
  if (message->is_array()) return invalid("batches of messages are not supported");
  if (!message->is_object()) return invalid("a message must be an object");
  Json id = message->value("id", Json());
  if (message->contains("id") && !is_id(id)) return invalid("'id' must be a string or an integer");
  if (message->value("jsonrpc", Json()) != "2.0") return invalid("'jsonrpc' must be \"2.0\"", id);
  if (message->contains("method")) return read_request(*message, std::move(id));
  if (id.is_null() || (!message->contains("result") && !message->contains("error"))) {
    return invalid("a message must have 'method', or 'id' with 'result' or 'error'", id);
  }
  return RpcAnswer{std::move(id), message->value("result", Json())};
}

Json rpc_result(const Json& id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json rpc_error(const RpcError& error) {
  return {{"jsonrpc", "2.0"},
          {"id", error.id},
          {"error", {{"code", static_cast<int>(error.code)}, {"message", error.message}}}};
}

Json rpc_notification(std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json rpc_request(const Json& id, std::string_view method) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
}

}  // namespace nscope::cli
