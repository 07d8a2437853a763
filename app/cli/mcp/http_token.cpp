#include "app/cli/mcp/http_token.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

namespace nscope::cli {
namespace {

constexpr std::size_t kShortestToken = 16;
constexpr std::size_t kLongestToken = 1000;

Result<HttpToken> checked_token(std::string text, const std::string& where) {
  const bool printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
  if (text.size() < kShortestToken || text.size() > kLongestToken || !printable) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a token must have {} to {} printable ASCII characters without spaces",
                   kShortestToken, kLongestToken),
                where);
  }
  return HttpToken{.text = std::move(text)};
}

Result<HttpToken> token_of_file(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return fail(ErrorCode::kIo, tr("cannot open"), path);
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorCode::kInvalidArgument, tr("the token must be in a regular file"), path);
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("other users have access to the token; run 'chmod 600' on the file"), path);
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(kLongestToken + 2, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || !file.is_open()) return fail(ErrorCode::kIo, tr("cannot read"), path);
  text.resize(static_cast<std::size_t>(file.gcount()));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return checked_token(std::move(text), path);
}

}  // namespace

Result<HttpToken> http_token(const std::string& file) {
  if (!file.empty()) return token_of_file(file);
  if (const char* const value = std::getenv(kTokenVariable)) {
    std::string text = value;
    ::unsetenv(kTokenVariable);
    return checked_token(std::move(text), kTokenVariable);
  }
  auto text = random_hex();
  if (!text) return fail(text.error());
  return HttpToken{.text = *std::move(text), .is_new = true};
}

Result<std::string> random_hex() {
  std::array<unsigned char, 32> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return fail(ErrorCode::kIo, tr("the system has no random numbers"));
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace nscope::cli
