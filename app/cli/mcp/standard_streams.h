#pragma once

#include "app/cli/mcp/mcp_server.h"
#include "profiler/base/task_control.h"

namespace nscope::cli {

/// Serves one client until standard input ends or `control` is cancelled: one message per line of
/// standard input and output. Calls run in order on a thread of their own and can be cancelled.
void serve_standard_streams(McpServer& server, const TaskControl& control);

}  // namespace nscope::cli
