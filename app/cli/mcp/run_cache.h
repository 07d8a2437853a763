#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// Sessions of the captures that a client has opened, so that each capture is imported once. One
/// thread.
class RunCache {
 public:
  /// Imports a capture into a session.
  using Import = std::function<Result<>(const std::string& capture, const std::string& session,
                                        TaskControl& control)>;

  /// `folder` is an empty folder of the caller, who removes it.
  RunCache(std::string folder, Import import)
      : folder_(std::move(folder)), import_(std::move(import)) {}

  /// The session of a file or a folder; the path itself if it is a session. A capture that has
  /// changed is imported again. Errors: those of the import.
  Result<std::string> session_of(const std::string& path, TaskControl& control);

  /// The text with the paths of captures instead of those of their sessions.
  std::string with_captures(std::string text) const;

  /// The opened captures, sorted.
  std::vector<std::string> captures() const;

 private:
  struct Entry {
    std::string state;  ///< sizes and times of the files
    std::string session;
  };

  std::string folder_;
  Import import_;
  std::map<std::string, Entry> entries_;
  int count_ = 0;
};

}  // namespace nscope::cli
