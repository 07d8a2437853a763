#include "app/cli/mcp/http_connection.h"

#include "profiler/base/json/document_text.h"

#include <chrono>
#include <exception>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

namespace nscope::cli {
namespace {

namespace http = boost::beast::http;
using Seconds = std::chrono::seconds;

constexpr std::size_t kLongestHead = std::size_t{16} << 10;
constexpr std::size_t kBufferSize = std::size_t{64} << 10;
constexpr Seconds kHeadTime{10};
constexpr Seconds kIdleTime{60};  ///< between two requests
constexpr Seconds kBodyTime{30};
constexpr Seconds kWriteTime{30};
constexpr Seconds kDrainTime{2};
/// JSON-RPC leaves this code to servers: a refusal of the transport.
constexpr int kTransportError = -32000;

template <class Fields, class Name>
std::string text_field(const Fields& fields, Name name) {
  const auto value = fields[name];
  return {value.data(), value.size()};
}

template <class Fields, class Name>
std::optional<std::string> optional_field(const Fields& fields, Name name) {
  if (fields.find(name) == fields.end()) return std::nullopt;
  return text_field(fields, name);
}

template <class Request>
HttpHead head_of(const Request& request) {
  return {.method = std::string(request.method_string()),
          .target = std::string(request.target()),
          .host = text_field(request, http::field::host),
          .origin = optional_field(request, http::field::origin),
          .authorization = text_field(request, http::field::authorization),
          .accept = text_field(request, http::field::accept),
          .content_type = text_field(request, http::field::content_type),
          .revision = optional_field(request, "MCP-Protocol-Version"),
          .session = optional_field(request, "Mcp-Session-Id")};
}

Json refusal_body(const std::string& why) {
  return {{"jsonrpc", "2.0"},
          {"id", nullptr},
          {"error", {{"code", kTransportError}, {"message", why}}}};
}

}  // namespace

HttpConnection::HttpConnection(boost::asio::ip::tcp::socket socket, const HttpAccess& access,
                               HttpSessions& sessions)
    : stream_(std::move(socket)), access_(access), sessions_(sessions), buffer_(kBufferSize) {}

void HttpConnection::read_head() {
  parser_.emplace();
  parser_->header_limit(kLongestHead);
  parser_->body_limit(kLongestMessage);
  stream_.expires_after(served_ ? kIdleTime : kHeadTime);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](Error error, std::size_t) {
                            error ? self->on_failed_read(error) : self->on_head(error);
                          });
}

void HttpConnection::on_head(Error) {
  const auto& request = parser_->get();
  head_ = head_of(request);
  keeps_ = request.keep_alive();
  if (request.version() != 11) return refuse({505, "only HTTP 1.1 is supported"});
  if (const auto refusal = refusal_of(head_, access_)) return refuse(*refusal);
  served_ = true;
  if (text_field(request, http::field::expect) != "100-continue") return read_body();
  const auto go_on = std::make_shared<http::response<http::empty_body>>(http::status::continue_, 11);
  stream_.expires_after(kWriteTime);
  http::async_write(stream_, *go_on, [self = shared_from_this(), go_on](Error error, std::size_t) {
    if (!error) self->read_body();
  });
}

void HttpConnection::read_body() {
  stream_.expires_after(kBodyTime);
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](Error error, std::size_t) {
                     error ? self->on_failed_read(error) : self->answer();
                   });
}

void HttpConnection::on_failed_read(Error error) {
  if (error == http::error::end_of_stream) return close();
  if (error == http::error::body_limit) return refuse({413, "a message has more than 8 MiB"});
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse({431, "the head of the request has more than 16 KiB"});
  }
  // Other errors of this category are those of the parser; else the connection is broken.
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::partial_message) {
    refuse({400, "the request is not HTTP: " + error.message()});
  }
}

void HttpConnection::answer() {
  // Libraries return errors, so an exception here is a defect or a lack of memory.
  try {
    head_.method == "DELETE" ? answer_delete() : answer_post();
  } catch (const std::exception& error) {
    refuse({500, error.what()});
  }
}

void HttpConnection::answer_delete() {
  if (!head_.session) return refuse({400, "the header Mcp-Session-Id is required"});
  if (!sessions_.remove(*head_.session)) return refuse({404, "there is no such session"});
  respond(204, nullptr);
}

void HttpConnection::answer_post() {
  const std::string& text = parser_->get().body();
  HttpSessions::Session* session = nullptr;
  if (head_.session) {
    session = sessions_.find(*head_.session);
    if (session == nullptr) return refuse({404, "there is no such session; initialize a new one"});
  } else {
    const auto message = parse_rpc(text);
    if (const auto* error = std::get_if<RpcError>(&message)) return respond(400, rpc_error(*error));
    const auto* request = std::get_if<RpcRequest>(&message);
    if (request == nullptr || request->is_notification() || request->method != "initialize") {
      return refuse({400, "the header Mcp-Session-Id is required, except for 'initialize'"});
    }
    const auto made = sessions_.create();
    if (!made) return refuse({503, to_string(made.error()), "Retry-After", "600"});
    session = *made;
  }
  McpServer::Reply reply = session->server->receive(text);
  if (!reply.cancel_id.is_null()) session->calls->cancel(reply.cancel_id);
  if (reply.call) return stream_call(*session, std::move(reply));
  if (reply.message.is_null()) return respond(202, nullptr);
  const bool failed = reply.message.contains("error");
  if (head_.session) {
    return respond(failed && reply.message["id"].is_null() ? 400 : 200, reply.message);
  }
  const std::string id = session->id;
  if (!failed) return respond(200, reply.message, "Mcp-Session-Id", id);
  sessions_.remove(id);
  respond(200, reply.message);
}

void HttpConnection::stream_call(HttpSessions::Session& session, McpServer::Reply reply) {
  start_events();
  const auto self = shared_from_this();
  session.calls->add(
      std::move(reply),
      {.send =
           [self](const Json& message) {
             std::string text = "event: message\ndata: " + compact_text(message) + "\n\n";
             boost::asio::post(self->stream_.get_executor(), [self, text = std::move(text)]() mutable {
               self->add_event(std::move(text));
             });
           },
       .end =
           [self] {
             boost::asio::post(self->stream_.get_executor(), [self] {
               self->ended_ = true;
               self->write_events();
             });
           }});
}

/// `body` null: no content. The header is one more that the response has.
void HttpConnection::respond(int status, const Json& body, const std::string& header,
                             const std::string& value) {
  const auto response = std::make_shared<http::response<http::string_body>>();
  response->version(11);
  response->result(static_cast<unsigned>(status));
  response->set(http::field::cache_control, "no-store");
  if (!header.empty()) response->set(header, value);
  if (!body.is_null()) {
    response->set(http::field::content_type, "application/json");
    response->body() = compact_text(body);
  }
  response->keep_alive(keeps_);
  if (status != 204) response->prepare_payload();
  stream_.expires_after(kWriteTime);
  http::async_write(stream_, *response,
                    [self = shared_from_this(), response](Error error, std::size_t) {
                      if (error) return;
                      self->keeps_ ? self->read_head() : self->close();
                    });
}

/// The body may be unread, so the connection closes after a refusal.
void HttpConnection::refuse(const HttpRefusal& refusal) {
  keeps_ = false;
  respond(refusal.status, refusal_body(refusal.why), refusal.header, refusal.value);
}

/// Ends the output, and reads the rest of the input for a while: if a socket with unread input is
/// closed, the client may lose the response.
void HttpConnection::close() {
  Error ignored;
  stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain();
}

void HttpConnection::drain() {
  stream_.async_read_some(boost::asio::buffer(drained_),
                          [self = shared_from_this()](Error error, std::size_t count) {
                            self->drained_bytes_ += count;
                            if (!error && self->drained_bytes_ < 2 * kLongestMessage) self->drain();
                          });
}

void HttpConnection::start_events() {
  streaming_ = true;
  writing_ = true;
  ended_ = false;
  events_.clear();
  events_head_.emplace(http::status::ok, 11);
  events_head_->set(http::field::content_type, "text/event-stream");
  events_head_->set(http::field::cache_control, "no-store");
  events_head_->keep_alive(keeps_);
  events_head_->chunked(true);
  serializer_.emplace(*events_head_);
  stream_.expires_after(kWriteTime);
  http::async_write_header(stream_, *serializer_,
                           [self = shared_from_this()](Error error, std::size_t) {
                             self->writing_ = false;
                             self->broken_ = static_cast<bool>(error);
                             self->write_events();
                           });
}

void HttpConnection::keep_alive() {
  if (streaming_ && events_.empty()) add_event(": running\n\n");
}

void HttpConnection::add_event(std::string text) {
  if (!streaming_ || broken_) return;
  events_.push_back(std::move(text));
  write_events();
}

void HttpConnection::write_events() {
  if (writing_ || broken_ || !streaming_) return;
  if (events_.empty() && !ended_) return;
  writing_ = true;
  stream_.expires_after(kWriteTime);
  if (events_.empty()) {
    boost::asio::async_write(stream_, http::make_chunk_last(),
                             [self = shared_from_this()](Error error, std::size_t) {
                               self->writing_ = false;
                               self->streaming_ = false;
                               if (error) return;
                               self->keeps_ ? self->read_head() : self->close();
                             });
    return;
  }
  writing_event_ = std::move(events_.front());
  events_.pop_front();
  boost::asio::async_write(stream_,
                           http::make_chunk(boost::asio::const_buffer(writing_event_.data(),
                                                                      writing_event_.size())),
                           [self = shared_from_this()](Error error, std::size_t) {
                             self->writing_ = false;
                             self->broken_ = static_cast<bool>(error);
                             self->write_events();
                           });
}

}  // namespace nscope::cli
