#pragma once

#include "app/cli/mcp/mcp_server.h"
#include "profiler/base/json.h"
#include "profiler/base/task_control.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace nscope::cli {

/// Where the messages of one call go. Both functions must return soon; they are called by the
/// thread of the queue and by the threads that use the queue, one at a time.
struct CallMessages {
  std::function<void(const Json& message)> send;  ///< progress, then the answer
  std::function<void()> end = [] {};  ///< no more messages: after the answer or a cancellation
};

/// Runs the calls of one client one after the other on a thread of its own. Any thread.
class CallQueue {
 public:
  /// Calls are cancelled with `control`, which must outlive the queue.
  explicit CallQueue(const TaskControl& control);
  /// Waits for the calls that have been added.
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  /// Adds a call. If too many are waiting, it gets an error as its answer.
  void add(McpServer::Reply reply, CallMessages to);
  /// Cancels the calls with this id. A cancelled call gets no answer.
  void cancel(const Json& id);
  void cancel_all();
  /// Sends the progress of the running call, if its client asked for it.
  void send_progress();
  /// Whether no call runs or waits.
  bool is_idle() const;

 private:
  struct Call;

  template <class Chosen>
  void cancel_if(Chosen chosen);
  Call* next();
  void run();

  const TaskControl& control_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Call>> waiting_;
  std::unique_ptr<Call> running_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace nscope::cli
