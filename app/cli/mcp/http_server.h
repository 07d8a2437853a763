#pragma once

#include "app/cli/mcp/http_checks.h"
#include "app/cli/mcp/mcp_server.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <functional>

namespace nscope::cli {

/// Serves any number of clients over HTTP until `control` is cancelled: the Streamable HTTP transport
/// of the Model Context Protocol, revision 2025-11-25, without resumption and without a stream of
/// the server's own messages. Each client has a session. A call is answered by a stream of events
/// with its progress and its result; other messages at once. `settings` are those of each session.
/// `ready` gets the port once clients can connect. Limits: messages of 8 MiB, heads of 16 KiB, 64
/// connections, 32 sessions; a client has 10 s to send a head, 30 s for a body, and 30 s to take
/// each part of an answer. Errors: kIo if the address cannot be used.
Result<> serve_http(const HttpAddress& address, const HttpAccess& access,
                    McpServer::Settings settings, RunLine run, const TaskControl& control,
                    const std::function<void(unsigned short port)>& ready);

}  // namespace nscope::cli
