#include "app/remote/remote_path.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace nscope::remote {
namespace {

constexpr std::string_view kScheme = "ssh://";
constexpr int kMostPort = 65'535;

/// Whether ssh takes the text as a host or user name, and not as an option.
bool is_plain_name(std::string_view text) {
  if (text.empty() || text.front() == '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_.").find(c) != std::string_view::npos;
  });
}

tl::unexpected<Error> invalid(std::string_view text, Text why) {
  return fail(ErrorCode::kInvalidArgument,
              tr("{}; use ssh://[USER@]HOST[:PORT]/PATH, for example ssh://trn2-dev/~/profile",
                 std::move(why)),
              std::string(text));
}

}  // namespace

std::string RemotePath::name() const {
  std::string_view rest = path;
  while (rest.size() > 1 && rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t slash = rest.rfind('/');
  return std::string(slash == std::string_view::npos ? rest : rest.substr(slash + 1));
}

bool is_remote(std::string_view text) {
  return text.starts_with(kScheme);
}

Result<RemotePath> parse_remote_path(std::string_view text) {
  const std::string_view whole = text;
  if (!is_remote(text)) return invalid(whole, tr("not the path of another machine"));
  text.remove_prefix(kScheme.size());
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash + 1 == text.size()) {
    return invalid(whole, tr("there is no path"));
  }
  std::string_view host = text.substr(0, slash);
  RemotePath result{.target = {}, .path = std::string(text.substr(slash))};
  if (result.path.starts_with("/~/")) result.path.erase(0, 3);
  const bool control = std::any_of(result.path.begin(), result.path.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (control || result.path.empty()) return invalid(whole, tr("the path is not valid"));
  std::string user;
  if (const std::size_t at = host.find('@'); at != std::string_view::npos) {
    user = std::string(host.substr(0, at));
    host.remove_prefix(at + 1);
    if (user.find(':') != std::string::npos) {
      return invalid(whole, tr("a password cannot be part of the path"));
    }
    if (!is_plain_name(user)) return invalid(whole, tr("the user name is not valid"));
  }
  if (const std::size_t colon = host.find(':'); colon != std::string_view::npos) {
    const std::string_view digits = host.substr(colon + 1);
    int port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc() || end != digits.data() + digits.size() || port < 1 ||
        port > kMostPort) {
      return invalid(whole, tr("the port is not valid"));
    }
    result.port = port;
    host = host.substr(0, colon);
  }
  if (!is_plain_name(host)) return invalid(whole, tr("the host name is not valid"));
  result.target = user.empty() ? std::string(host) : user + "@" + std::string(host);
  return result;
}

}  // namespace nscope::remote
