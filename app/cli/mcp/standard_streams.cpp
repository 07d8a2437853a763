#include "app/cli/mcp/standard_streams.h"

#include "app/cli/mcp/call_queue.h"
#include "profiler/base/json/document_text.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace nscope::cli {
namespace {

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
      : server_(server), control_(control), calls_(control) {}

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
    if (reply.call) {
      calls_.add(std::move(reply), {.send = [this](const Json& message) { output_.send(message); }});
    }
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
