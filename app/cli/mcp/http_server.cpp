#include "app/cli/mcp/http_server.h"

#include "app/cli/mcp/http_connection.h"
#include "app/cli/mcp/http_sessions.h"

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

namespace nscope::cli {
namespace {

using Tcp = boost::asio::ip::tcp;
using NetworkError = boost::system::error_code;

constexpr std::size_t kMostConnections = 64;
constexpr std::chrono::milliseconds kTick{250};
constexpr int kTicksOfSilence = 60;  ///< after which a running call sends a comment

class HttpServer {
 public:
  HttpServer(const HttpAccess& access, McpServer::Settings settings, RunLine run,
             const TaskControl& control)
      : access_(access),
        control_(control),
        acceptor_(context_),
        timer_(context_),
        sessions_(std::move(settings), std::move(run), control) {}

  Result<unsigned short> listen(const HttpAddress& address) {
    NetworkError error;
    const Tcp::endpoint wanted(boost::asio::ip::make_address(address.host, error), address.port);
    if (!error) acceptor_.open(wanted.protocol(), error);
    if (!error) acceptor_.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(wanted, error);
    if (!error) acceptor_.listen(boost::asio::socket_base::max_listen_connections, error);
    if (error) {
      return fail(ErrorCode::kIo, tr("cannot listen: {}", error.message()),
                  fmt::format("{}:{}", address.host, address.port));
    }
    return acceptor_.local_endpoint(error).port();
  }

  void serve() {
    accept();
    tick();
    context_.run();
  }

 private:
  void accept() {
    accepting_ = true;
    acceptor_.async_accept([this](NetworkError error, Tcp::socket socket) {
      accepting_ = false;
      if (error) return;  // such as too many open files; tick() tries again
      std::erase_if(connections_, [](const auto& each) { return each.expired(); });
      if (connections_.size() < kMostConnections) {
        const auto connection =
            std::make_shared<HttpConnection>(std::move(socket), access_, sessions_);
        connections_.push_back(connection);
        connection->start();
      }
      accept();
    });
  }

  void tick() {
    if (control_.cancelled()) {
      context_.stop();
      return;
    }
    sessions_.tick();
    if (++ticks_ % kTicksOfSilence == 0) {
      for (const auto& each : connections_) {
        if (const auto connection = each.lock()) connection->keep_alive();
      }
    }
    if (!accepting_) accept();
    timer_.expires_after(kTick);
    timer_.async_wait([this](NetworkError) { tick(); });
  }

  const HttpAccess& access_;
  const TaskControl& control_;
  boost::asio::io_context context_{1};
  Tcp::acceptor acceptor_;
  boost::asio::steady_timer timer_;
  std::vector<std::weak_ptr<HttpConnection>> connections_;
  bool accepting_ = false;
  int ticks_ = 0;
  HttpSessions sessions_;  // last, because its threads use the context
};

}  // namespace

Result<> serve_http(const HttpAddress& address, const HttpAccess& access,
                    McpServer::Settings settings, RunLine run, const TaskControl& control,
                    const std::function<void(unsigned short port)>& ready) {
  HttpServer server(access, std::move(settings), std::move(run), control);
  const auto port = server.listen(address);
  if (!port) return fail(port.error());
  ready(*port);
  server.serve();
  return {};
}

}  // namespace nscope::cli
