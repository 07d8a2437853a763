#include "app/cli/mcp/call_queue.h"

#include <exception>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostWaitingCalls = 100;

}  // namespace

struct CallQueue::Call {
  Call(McpServer::Reply given, CallMessages messages, const TaskControl& outer)
      : reply(std::move(given)), to(std::move(messages)), control(&outer) {}

  void stop() {
    cancelled = true;
    control.request_cancel();
  }

  Json answer() {
    // Libraries return errors, so an exception here is a defect or a lack of memory.
    try {
      return reply.call(control);
    } catch (const std::exception& error) {
      return rpc_error({RpcCode::kInternalError, error.what(), reply.call_id});
    }
  }

  McpServer::Reply reply;
  CallMessages to;
  TaskControl control;
  Clock::time_point start = Clock::now();
  bool cancelled = false;
};

CallQueue::CallQueue(const TaskControl& control) : control_(control) {
  thread_ = std::thread([this] { run(); });
}

CallQueue::~CallQueue() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void CallQueue::add(McpServer::Reply reply, CallMessages to) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= kMostWaitingCalls) {
    to.send(rpc_error({RpcCode::kInternalError, "too many calls are waiting; wait for answers",
                       reply.call_id}));
    to.end();
    return;
  }
  waiting_.push_back(std::make_unique<Call>(std::move(reply), std::move(to), control_));
  changed_.notify_all();
}

template <class Chosen>
void CallQueue::cancel_if(Chosen chosen) {
  const std::lock_guard lock(mutex_);
  if (running_ && chosen(*running_)) running_->stop();
  std::erase_if(waiting_, [&](const auto& call) {
    if (!chosen(*call)) return false;
    call->to.end();
    return true;
  });
}

void CallQueue::cancel(const Json& id) {
  cancel_if([&](const Call& call) { return call.reply.call_id == id; });
}

void CallQueue::cancel_all() {
  cancel_if([](const Call&) { return true; });
}

void CallQueue::send_progress() {
  const std::lock_guard lock(mutex_);
  if (!running_ || running_->cancelled || running_->reply.progress_token.is_null()) return;
  const TaskControl& control = running_->control;
  std::string text(control.phase().english);
  if (const double share = control.fraction(); share >= 0 && !text.empty()) {
    text += fmt::format(", {:.0f} %", 100 * share);
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - running_->start).count();
  Json params{{"progressToken", running_->reply.progress_token}, {"progress", seconds}};
  if (!text.empty()) params["message"] = text;
  running_->to.send(rpc_notification("notifications/progress", std::move(params)));
}

bool CallQueue::is_idle() const {
  const std::lock_guard lock(mutex_);
  return !running_ && waiting_.empty();
}

/// The next call; null at the end.
CallQueue::Call* CallQueue::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
  if (waiting_.empty()) return nullptr;
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  running_->start = Clock::now();
  return running_.get();
}

void CallQueue::run() {
  while (Call* const call = next()) {
    const Json message = call->answer();
    const std::lock_guard lock(mutex_);
    if (!call->cancelled) call->to.send(message);
    call->to.end();
    running_.reset();
  }
}

}  // namespace nscope::cli
