#pragma once

#include "profiler/base/text.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace nscope {

class Language;

/// The kind of an error. The command line maps it to an exit code.
enum class ErrorCode {
  kInvalidArgument,     ///< an invalid argument of the caller (exit 2)
  kBadInput,            ///< an invalid file or document (exit 3)
  kUnsupportedVersion,  ///< a valid file of a version that is not supported (exit 3)
  kNotFound,            ///< a named file, model or instance does not exist (exit 3)
  kIo,                  ///< an error of the operating system (exit 3)
  kInfeasible,          ///< a check failed: does not fit in memory, above the roofline (exit 1)
  kCancelled,           ///< cancelled by the user (exit 130)
  kInternal,            ///< a defect of this program (exit 4)
};

/// The place of an error: a text such as tr("{}: byte {}", name, 1024), or the name of a file or
/// of a member of a document, which is not translated.
struct Place : Text {
  Place() = default;  ///< empty
  Place(Text text) : Text(std::move(text)) {}
  Place(std::string name) : Text(verbatim(std::move(name))) {}
  Place(std::string_view name) : Place(std::string(name)) {}
  Place(const char* name) : Place(std::string(name)) {}

  /// "outer: place", or only `outer` if this place is empty.
  Place inside(const Place& outer) const;
};

/// An error that stops an operation. `where` is the file and position
/// ("run.ntff: byte 1024") or empty. `message` says what is wrong and, if possible, what to do.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  Text message;
  Place where;
};

/// "where: message", or only the message if `where` is empty. Control characters are escaped
/// as "\x1b". In English, or in `language`.
std::string to_string(const Error& error);
std::string to_string(const Error& error, const Language& language);

/// A value or an error. Functions that can fail return a Result; no exception leaves a library.
template <class T = void>
using Result = tl::expected<T, Error>;

/// Shorthand for returning an error from a function that returns a Result.
inline tl::unexpected<Error> fail(ErrorCode code, Text message, Place where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}
inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// The error that a cancelled operation returns.
inline tl::unexpected<Error> cancelled() {
  return fail(ErrorCode::kCancelled, tr("cancelled"));
}

}  // namespace nscope
