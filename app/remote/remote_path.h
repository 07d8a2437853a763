#pragma once

#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::remote {

/// A file or folder on another machine: "ssh://[USER@]HOST[:PORT]/PATH". A path that begins with
/// "/~/" is relative to the home folder.
struct RemotePath {
  std::string target;         ///< "HOST" or "USER@HOST", for ssh
  std::optional<int> port{};  ///< empty: as ssh is configured
  std::string path;           ///< as the shell of the other machine sees it, without quotes

  /// The last component of the path, for people and as the name of the local copy.
  std::string name() const;
};

/// Whether the text begins with "ssh://".
bool is_remote(std::string_view text);

/// Errors: kInvalidArgument for a text without host or path, with a password, with characters that
/// host names do not have, or with an invalid port.
Result<RemotePath> parse_remote_path(std::string_view text);

}  // namespace nscope::remote
