#include "app/cli/mcp/standard_streams.h"

#include "profiler/base/json/document_text.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestMessage = std::size_t{8} << 20;
constexpr std::size_t kMostWaitingCalls = 100;
constexpr int kPollMilliseconds = 250;

/// Writes messages of several threads, one line each.
class Output {
 public:
  void send(const Json& message) {
    if (message.is_null()) return;
    const std::string line = compact_text(message) + "\n";
    const std::lock_guard lock(mutex_);
    const bool written = std::fwrite(line.data(), 1, line.size(), stdout) == line.size();
    if (!written || std::fflush(stdout) != 0) broken_ = true;
  }
  bool is_broken() const { return broken_; }

 private:
  std::mutex mutex_;
  std::atomic<bool> broken_{false};
};

/// Runs calls one after the other on a thread of its own.
class CallQueue {
 public:
  CallQueue(Output& output, const TaskControl& control) : output_(output), control_(control) {
    thread_ = std::thread([this] { run(); });
  }
  /// Waits for the calls that have been added.
  ~CallQueue() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  void add(McpServer::Reply reply) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMostWaitingCalls) {
      output_.send(rpc_error({RpcCode::kInternalError,
                              "too many calls are waiting; wait for answers", reply.call_id}));
      return;
    }
    waiting_.push_back(std::make_unique<Call>(std::move(reply), control_));
    changed_.notify_all();
  }

  /// A cancelled call gets no answer.
  void cancel(const Json& id) {
    const std::lock_guard lock(mutex_);
    if (running_ && running_->reply.call_id == id) stop(*running_);
    for (const auto& call : waiting_) {
      if (call->reply.call_id == id) stop(*call);
    }
  }

  void send_progress() {
    const std::lock_guard lock(mutex_);
    if (!running_ || running_->reply.progress_token.is_null()) return;
    const TaskControl& control = running_->control;
    std::string text(control.phase().english);
    if (const double share = control.fraction(); share >= 0 && !text.empty()) {
      text += fmt::format(", {:.0f} %", 100 * share);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - running_->start).count();
    Json params{{"progressToken", running_->reply.progress_token}, {"progress", seconds}};
    if (!text.empty()) params["message"] = text;
    output_.send(rpc_notification("notifications/progress", std::move(params)));
  }

 private:
  struct Call {
    Call(McpServer::Reply given, const TaskControl& outer)
        : reply(std::move(given)), control(&outer) {}
    McpServer::Reply reply;
    TaskControl control;
    Clock::time_point start = Clock::now();
    bool cancelled = false;
  };

  static void stop(Call& call) {
    call.cancelled = true;
    call.control.request_cancel();
  }

  /// The next call; null at the end.
  Call* next() {
    std::unique_lock lock(mutex_);
    running_.reset();
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return nullptr;
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
    running_->start = Clock::now();
    return running_.get();
  }

  static Json message_of(Call& call) {
    // Libraries return errors, so an exception here is a defect or a lack of memory.
    try {
      return call.reply.call(call.control);
    } catch (const std::exception& error) {
      return rpc_error({RpcCode::kInternalError, error.what(), call.reply.call_id});
    }
  }

  void run() {
    while (Call* const call = next()) {
      if (call->cancelled) continue;
      const Json message = message_of(*call);
      const std::lock_guard lock(mutex_);
      if (!call->cancelled) output_.send(message);
    }
  }

  Output& output_;
  const TaskControl& control_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Call>> waiting_;
  std::unique_ptr<Call> running_;
  bool closed_ = false;
  std::thread thread_;
};

/// Divides standard input into lines.
class Lines {
 public:
  /// Adds bytes; false if the last line became too long, which is then skipped.
  bool add(std::string_view bytes) {
    bool fits = true;
    for (const char c : bytes) {
      if (c == '\n') {
        if (!skipping_) complete_.push_back(std::move(line_));
        line_.clear();
        skipping_ = false;
      } else if (!skipping_) {
        line_ += c;
        if (line_.size() > kLongestMessage) {
          skipping_ = true;
          fits = false;
          line_.clear();
        }
      }
    }
    return fits;
  }
  std::optional<std::string> take() {
    if (complete_.empty()) return std::nullopt;
    std::string line = std::move(complete_.front());
    complete_.pop_front();
    return line;
  }
  /// The last line has no line break if the input ends.
  std::string rest() { return std::move(line_); }

 private:
  std::string line_;
  std::deque<std::string> complete_;
  bool skipping_ = false;
};

class Connection {
 public:
  Connection(McpServer& server, const TaskControl& control)
      : server_(server), control_(control), calls_(output_, control) {}

  void serve() {
    while (!control_.cancelled() && !output_.is_broken() && read_some()) {
      while (const auto line = lines_.take()) receive(*line);
      calls_.send_progress();
    }
    receive(lines_.rest());
  }

 private:
  /// False at the end of the input.
  bool read_some() {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (::poll(&input, 1, kPollMilliseconds) <= 0) return true;
    std::array<char, 1 << 16> buffer{};
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) return false;
    if (!lines_.add({buffer.data(), static_cast<std::size_t>(count)})) {
      output_.send(rpc_error({RpcCode::kInvalidRequest, "a message has more than 8 MiB", nullptr}));
    }
    return true;
  }

  void receive(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    McpServer::Reply reply = server_.receive(line);
    output_.send(reply.message);
    if (!reply.cancel_id.is_null()) calls_.cancel(reply.cancel_id);
    if (reply.call) calls_.add(std::move(reply));
  }

  McpServer& server_;
  const TaskControl& control_;
  Output output_;
  Lines lines_;
  CallQueue calls_;  // last, because its thread uses the output
};

}  // namespace

void serve_standard_streams(McpServer& server, const TaskControl& control) {
  std::signal(SIGPIPE, SIG_IGN);
  Connection(server, control).serve();
}

}  // namespace nscope::cli
