#pragma once

#include "profiler/base/json.h"

#include <string>
#include <string_view>
#include <variant>

namespace nscope::cli {

/// Error codes of JSON-RPC 2.0 and of the Model Context Protocol.
enum class RpcCode {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kResourceNotFound = -32002,
};

/// A request, or a notification if `id` is null.
struct RpcRequest {
  Json id{};
  std::string method{};
  Json params{};  ///< an object

  bool is_notification() const { return id.is_null(); }
};

/// The answer of the other side to a request of the server.
struct RpcAnswer {
  Json id{};
  Json result{};  ///< null if it is an error
};

/// Why a message or a request is refused. `id` is null if the message has none that can be read.
struct RpcError {
  RpcCode code = RpcCode::kInvalidRequest;
  std::string message{};
  Json id{};
};

/// Parses one message of JSON-RPC 2.0. Batches are errors, as the protocol excludes them.
std::variant<RpcRequest, RpcAnswer, RpcError> parse_rpc(std::string_view text);

Json rpc_result(const Json& id, Json result);
Json rpc_error(const RpcError& error);
Json rpc_notification(std::string_view method, Json params);
Json rpc_request(const Json& id, std::string_view method);

}  // namespace nscope::cli
