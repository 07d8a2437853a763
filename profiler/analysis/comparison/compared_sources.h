#pragma once

#include "profiler/trace/trace.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// Finds the source files that are the same in several runs, although each run was compiled in
/// another folder. Files are the same if their paths are equal, or if they have the name and the
/// most folders at the end of the path in common. A file is not matched if several files are
/// equally similar. One thread.
class ComparedSources {
 public:
  /// Call for each run before name_of() is called for its locations.
  void begin_run(const Trace& trace);
  /// The location with the path of the first run that has the file: "/home/me/attn.py:86".
  std::string name_of(std::string_view location) const;

 private:
  std::vector<std::string> known_;                         ///< paths of all runs, each file once
  std::map<std::string, std::string, std::less<>> names_;  ///< known path by path of this run
};

}  // namespace nscope::analysis
