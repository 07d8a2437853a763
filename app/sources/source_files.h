#pragma once

#include "app/sources/source_root.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace nscope::app {

/// A source file that a run states, and the last of its lines that the run states.
struct StatedSource {
  std::string path{};
  std::uint32_t last_line = 0;
};

/// The text of a source file.
struct SourceText {
  std::string name{};                ///< path below the folder or in the archive
  std::vector<std::string> lines{};  ///< valid UTF-8 without control characters except tabs
};

/// The source files that were found.
struct FoundSources {
  std::string root{};                                      ///< folder or archive
  std::map<std::string, SourceText, std::less<>> texts{};  ///< by StatedSource::path
  std::vector<Text> notes{};  ///< files that are missing, ambiguous or of another version
};

/// Searches a folder, a ZIP archive or a tar archive (also with gzip or zstd) for the source files
/// of a run. The paths in a run are those of the machine that compiled it, so a file is found by
/// its name, and among several files with this name the one with the most folders in common at the
/// end of the path is used. If there are several, and their texts differ, a note lists them.
/// Nothing outside of `root` is read. Errors: kNotFound, kIo, kBadInput (a damaged archive),
/// kCancelled.
Result<FoundSources> find_sources(const std::string& root, std::span<const StatedSource> stated,
                                  TaskControl& control, const SourceLimits& limits = {});

/// The same in `capture` if it is a folder, or an archive that contains any of the files, else in
/// the folder that contains it, to a small depth. Files that are not found get no note. Nothing is
/// found if the folder cannot be read.
FoundSources find_sources_beside(const std::string& capture, std::span<const StatedSource> stated,
                                 TaskControl& control);

}  // namespace nscope::app
