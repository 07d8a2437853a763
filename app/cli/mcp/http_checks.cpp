#include "app/cli/mcp/http_checks.h"

#include "app/cli/mcp/mcp_server.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace nscope::cli {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The time does not depend on the position of the first difference.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

bool has_token(std::string_view authorization, std::string_view token) {
  constexpr std::string_view kScheme = "Bearer ";
  return authorization.size() > kScheme.size() &&
         same_letters(authorization.substr(0, kScheme.size()), kScheme) &&
         same_secret(trimmed(authorization.substr(kScheme.size())), token);
}

/// Divides "name:80" or "[::1]:80". The port may be missing; `port` is then empty.
bool divide_host(std::string_view text, std::string_view& host, std::string_view& port) {
  std::size_t end = text.find(':');
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == std::string_view::npos) return false;
    host = text.substr(1, end - 1);
    ++end;
    if (end < text.size() && text[end] != ':') return false;
  } else {
    host = text.substr(0, end);
  }
  port = end < text.size() ? text.substr(end + 1) : std::string_view();
  return !host.empty();
}

std::optional<unsigned short> port_of(std::string_view text) {
  unsigned short port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return port;
}

bool is_loopback_address(const std::string& host) {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24u) == 127u;
  in6_addr six{};
  return ::inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

/// Whether "name:port" names this machine by itself.
bool names_loopback(std::string_view text) {
  std::string_view host;
  std::string_view port;
  if (!divide_host(text, host, port) || (!port.empty() && !port_of(port))) return false;
  return same_letters(host, "localhost") || is_loopback_address(std::string(host));
}

bool is_loopback_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return names_loopback(origin.substr(scheme.size()));
  }
  return false;
}

/// Whether a list such as "application/json, text/event-stream;q=0.9" has a type, or "*/*".
bool accepts(std::string_view list, std::string_view type) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view entry = trimmed(list.substr(0, comma));
    const std::string_view name = trimmed(entry.substr(0, entry.find(';')));
    if (same_letters(name, type) || name == "*/*") return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

std::optional<HttpRefusal> refusal_of_post(const HttpHead& head) {
  const std::string_view type = std::string_view(head.content_type).substr(0, head.content_type.find(';'));
  if (!same_letters(trimmed(type), "application/json")) {
    return HttpRefusal{415, "Content-Type must be application/json"};
  }
  if (!accepts(head.accept, "application/json") || !accepts(head.accept, "text/event-stream")) {
    return HttpRefusal{406, "Accept must list application/json and text/event-stream"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<HttpRefusal> refusal_of(const HttpHead& head, const HttpAccess& access) {
  if (access.loopback_only && !names_loopback(head.host)) {
    return HttpRefusal{403, "Host must be localhost or a loopback address"};
  }
  if (head.origin && !is_loopback_origin(*head.origin)) {
    return HttpRefusal{403, "requests of web pages on other hosts are refused (Origin)"};
  }
  if (!has_token(head.authorization, access.token)) {
    return HttpRefusal{401, "the header 'Authorization: Bearer TOKEN' is missing or has a wrong token",
                       "WWW-Authenticate", "Bearer realm=\"nscope\""};
  }
  const std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (path != kEndpoint) return HttpRefusal{404, "the only path is /mcp"};
  if (head.method != "POST" && head.method != "DELETE") {
    return HttpRefusal{405, "only POST and DELETE are supported", "Allow", "POST, DELETE"};
  }
  if (head.revision && !McpServer::knows_revision(*head.revision)) {
    return HttpRefusal{400, "MCP-Protocol-Version is not a supported revision"};
  }
  return head.method == "POST" ? refusal_of_post(head) : std::nullopt;
}

std::optional<HttpAddress> parse_http_address(std::string_view text) {
  std::string_view host;
  std::string_view port;
  if (!divide_host(text, host, port)) return std::nullopt;
  const auto number = port_of(port);
  if (!number) return std::nullopt;
  HttpAddress address{.host = std::string(same_letters(host, "localhost") ? "127.0.0.1" : host),
                      .port = *number};
  in_addr four{};
  in6_addr six{};
  if (::inet_pton(AF_INET, address.host.c_str(), &four) != 1 &&
      ::inet_pton(AF_INET6, address.host.c_str(), &six) != 1) {
    return std::nullopt;
  }
  address.is_loopback = is_loopback_address(address.host);
  return address;
}

}  // namespace nscope::cli
