#pragma once

#include "app/cli/mcp/call_queue.h"
#include "app/cli/mcp/mcp_server.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::cli {

/// The clients of the HTTP server. Each has a server with files of its own and a thread for its
/// calls. One thread.
class HttpSessions {
 public:
  struct Session {
    std::string id{};      ///< 256 random bits
    std::string folder{};  ///< its temporary files
    std::unique_ptr<McpServer> server{};
    std::unique_ptr<CallQueue> calls{};
    std::chrono::steady_clock::time_point used{};
  };

  /// `settings` are those of each session, with an empty folder in which each gets a folder.
  /// `control` cancels all calls and must outlive this.
  HttpSessions(McpServer::Settings settings, RunLine run, const TaskControl& control)
      : settings_(std::move(settings)), run_(std::move(run)), control_(control) {}
  /// Cancels all calls and waits for them.
  ~HttpSessions();
  HttpSessions(const HttpSessions&) = delete;
  HttpSessions& operator=(const HttpSessions&) = delete;

  /// A new session. If there are 32, it replaces the one that has been unused the longest, if that is
  /// more than ten minutes. The result is valid until remove(). Errors: kIo; kInvalidArgument if
  /// there are too many sessions.
  Result<Session*> create();
  /// Null if there is no such session.
  Session* find(std::string_view id);
  /// Cancels the calls of a session and ends it without waiting. False if there is no such session.
  bool remove(std::string_view id);
  /// Sends the progress of running calls, and removes ended sessions whose calls have returned.
  /// To be called several times per second.
  void tick();

 private:
  bool remove_unused();

  McpServer::Settings settings_;
  RunLine run_;
  const TaskControl& control_;
  int count_ = 0;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::vector<std::unique_ptr<Session>> ended_;  ///< whose last call may still run
};

}  // namespace nscope::cli
