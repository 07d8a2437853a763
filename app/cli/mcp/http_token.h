#pragma once

#include "profiler/base/result.h"

#include <string>

namespace nscope::cli {

/// The secret that clients of the HTTP server must send.
struct HttpToken {
  std::string text{};
  bool is_new = false;  ///< generated now, so that it must be shown to the user
};

/// The name of the environment variable with a token.
inline constexpr const char* kTokenVariable = "NSCOPE_MCP_TOKEN";

/// The token in `file`; if `file` is empty, that in the environment, which is removed from there so
/// that programs that nscope starts do not inherit it; otherwise a new one of 256 random bits. It
/// is never an argument, because other users see the arguments of processes. Errors: kIo;
/// kInvalidArgument if other users may read or change the file, or if the token has fewer than 16
/// characters, or others than printable ASCII.
Result<HttpToken> http_token(const std::string& file);

/// 256 random bits as hexadecimal digits. Errors: kIo.
Result<std::string> random_hex();

}  // namespace nscope::cli
