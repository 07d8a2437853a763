#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace nscope {

/// Why an operation stopped. The command line maps these to its exit codes.
enum class ErrorCode {
  kInvalidArgument,     ///< the caller asked for something that makes no sense (exit 2)
  kBadInput,            ///< a file or document is broken (exit 3)
  kUnsupportedVersion,  ///< well-formed, but a version we do not read (exit 3)
  kNotFound,            ///< a named file, model or instance does not exist (exit 3)
  kIo,                  ///< the operating system refused (exit 3)
  kInfeasible,          ///< a guard refused: does not fit, above the roofline (exit 1)
  kCancelled,           ///< the user cancelled (exit 130)
  kInternal,            ///< our own bug (exit 4)
};

/// An error that stops an operation. `where` names the file and position
/// ("run.ntff: byte 1024") or is empty. `message` says what is wrong and, where
/// there is one, what to do.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string where;
};

/// "where: message", or the message alone; control characters as "\x1b".
std::string to_string(const Error& error);

/// The value, or the error that stopped it. No exception crosses a library
/// border: everything that can fail returns one of these.
template <class T = void>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error from a function that returns a Result.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}
inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// The error every cancelled operation returns.
inline tl::unexpected<Error> cancelled() {
  return fail(ErrorCode::kCancelled, "cancelled");
}

}  // namespace nscope
