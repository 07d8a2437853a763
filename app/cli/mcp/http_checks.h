#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::cli {

/// What the transport reads of the head of an HTTP request. Empty: the request does not have it.
struct HttpHead {
  std::string method{};
  std::string target{};
  std::string host{};
  std::optional<std::string> origin{};  ///< an empty Origin is a wrong one
  std::string authorization{};
  std::string accept{};
  std::string content_type{};
  std::optional<std::string> revision{};  ///< MCP-Protocol-Version
  std::optional<std::string> session{};   ///< Mcp-Session-Id
};

/// Who may use the server.
struct HttpAccess {
  std::string token{};         ///< that each request must have
  bool loopback_only = true;  ///< whether the request must name a loopback address as its host
};

/// A request that is not accepted. All texts are English, for the developers of clients.
struct HttpRefusal {
  int status = 400;
  std::string why{};
  std::string header{};  ///< name of a header that the status requires; empty: none
  std::string value{};
};

/// The path of the only endpoint.
inline constexpr std::string_view kEndpoint = "/mcp";

/// Why a request is refused, by the rules of the Streamable HTTP transport of the Model Context
/// Protocol, revision 2025-11-25; nullopt if its body may be read. Checked in this order: host and
/// origin (403), so that no web page reaches the server through a name that resolves to it (DNS
/// rebinding); token (401); path (404); method (405; there is no stream of the server's own
/// messages, hence no GET); revision (400); media types of a POST (415, 406).
std::optional<HttpRefusal> refusal_of(const HttpHead& head, const HttpAccess& access);

/// An address such as "127.0.0.1:8765", "localhost:0" or "[::1]:8765".
struct HttpAddress {
  std::string host{};  ///< a numeric address
  unsigned short port = 0;
  bool is_loopback = false;
};
/// Nullopt if the text is not an address with a port.
std::optional<HttpAddress> parse_http_address(std::string_view text);

}  // namespace nscope::cli
