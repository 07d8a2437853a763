#pragma once

#include "app/cli/mcp/http_checks.h"
#include "app/cli/mcp/http_sessions.h"

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>

namespace nscope::cli {

/// One connection of a client: reads requests and answers them one after the other. It keeps itself
/// alive while it reads, writes or waits for a call. All functions run on the thread of the
/// server, except those of CallMessages.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  /// `access` and `sessions` must outlive it.
  HttpConnection(boost::asio::ip::tcp::socket socket, const HttpAccess& access,
                 HttpSessions& sessions);

  void start() { read_head(); }
  /// Sends a comment if a call runs, so that proxies and the client keep the connection.
  void keep_alive();

 private:
  using Error = boost::beast::error_code;

  void read_head();
  void on_head(Error error);
  void read_body();
  void on_failed_read(Error error);
  void answer();
  void answer_post();
  void answer_delete();
  void stream_call(HttpSessions::Session& session, McpServer::Reply reply);
  void respond(int status, const Json& body, const std::string& header = {},
               const std::string& value = {});
  void refuse(const HttpRefusal& refusal);
  void close();
  void drain();
  void start_events();
  void add_event(std::string text);
  void write_events();

  boost::beast::tcp_stream stream_;
  const HttpAccess& access_;
  HttpSessions& sessions_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  HttpHead head_;
  bool keeps_ = true;    ///< whether the connection stays open after the response
  bool served_ = false;  ///< whether it has had an accepted request
  std::array<char, 4096> drained_{};
  std::size_t drained_bytes_ = 0;
  // The stream of events that answers a call.
  std::optional<boost::beast::http::response<boost::beast::http::empty_body>> events_head_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> serializer_;
  std::deque<std::string> events_;
  std::string writing_event_;
  bool streaming_ = false;
  bool writing_ = false;
  bool ended_ = false;   ///< no more events
  bool broken_ = false;  ///< the client has gone
};

}  // namespace nscope::cli
