#pragma once

#include "app/cli/command.h"
#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/mcp/json_rpc.h"
#include "app/cli/mcp/run_cache.h"
#include "app/cli/mcp/tool_table.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cli {

/// Runs one command line, without the name of the program, with --json.
using RunLine =
    std::function<Result<CommandOutput>(std::span<const std::string> arguments, TaskControl&)>;

/// The longest message that a client may send, in bytes.
inline constexpr std::size_t kLongestMessage = std::size_t{8} << 20;

/// A server of the Model Context Protocol, revision 2025-11-25 (modelcontextprotocol.io), for one
/// client: tools that run commands of nscope, resources with definitions, and prompts. Each
/// message is either answered at once or is a call, which the transport runs on another thread.
class McpServer {
 public:
  struct Settings {
    AllowedPaths paths{};
    std::string folder{};  ///< an empty folder of the caller for sessions and documents
    std::chrono::duration<double> time_limit{120};  ///< of a call
    bool client_names_roots = true;  ///< whether the roots that the client names open
  };
  /// Errors: those of the tables in resources/agents, which tests exclude.
  static Result<std::unique_ptr<McpServer>> create(Settings settings, RunLine run);

  /// What a message requires. At most one member is set.
  struct Reply {
    Json message{};  ///< to send at once; null: nothing
    std::function<Json(TaskControl&)>
        call{};             ///< a long request; its result is the message to send
    Json call_id{};         ///< of `call`
    Json progress_token{};  ///< of `call`; null: the client wants no progress
    Json cancel_id{};       ///< the call that the client cancels
  };
  /// Any thread; calls run one at a time.
  Reply receive(std::string_view text);

  /// Whether the server speaks a revision of the protocol, such as "2025-11-25".
  static bool knows_revision(std::string_view revision);

 private:
  McpServer(Settings settings, RunLine run, std::vector<Tool> tools, Json prompts, Json resources);

  using Answer = tl::expected<Json, RpcError>;
  Reply request(const RpcRequest& request);
  Reply notification(const RpcRequest& request);
  void answer(const RpcAnswer& answer);
  Answer initialize(const Json& params);
  Answer list_tools(const Json& params) const;
  Answer list_resources(const Json& params) const;
  Answer list_prompts(const Json& params) const;
  Answer get_prompt(const Json& params) const;
  Reply call_tool(const RpcRequest& request);
  Reply read_resource(const RpcRequest& request);

  Result<Json> run_tool(const Tool& tool, const Json& arguments, TaskControl& control);
  Result<Json> list_files(const Json& arguments) const;
  Result<std::string> document_file(const Json& document, const std::string& name);
  std::string with_client_names(std::string text) const;

  Settings settings_;
  RunLine run_;
  std::vector<Tool> tools_;
  Json prompts_;
  Json resources_;
  RunCache cache_;
  mutable std::mutex mutex_;  ///< of all that follows and of settings_.paths
  bool initialized_ = false;
  bool client_has_roots_ = false;
  int documents_ = 0;
};

}  // namespace nscope::cli
