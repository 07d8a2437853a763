#pragma once

#include "importers/open/unpacked_archive.h"
#include "importers/shared/importer.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::importers {

/// Something that can be opened: a capture file (`importer` is set), a capture folder (`folder`
/// is set), or a session (neither is set).
struct FoundCapture {
  std::string path;
  std::string shown;          ///< path relative to the given folder; else the file's name
  bool given_by_user = true;  ///< given by the user; false: found in a folder
  const Importer* importer = nullptr;
  const FolderImporter* folder = nullptr;
  std::optional<ByteSource> source{};  ///< of a capture file
  /// All files of a capture that consists of several files of one folder.
  std::vector<std::string> parts{};

  bool is_session() const { return importer == nullptr && folder == nullptr; }
};

struct FoundNeff {
  std::string path;
  std::string uuid;  ///< hexadecimal; "" if absent
  bool given_by_user = true;
  ByteSource source;
};

struct RunFiles {
  std::vector<FoundCapture> captures;  ///< in the order given; in folders by name
  std::vector<FoundNeff> neffs;
  /// Files of the folders that are not read, and the reasons.
  DiagnosticList diagnostics;
  std::vector<Text> unread;           ///< the first few: "a.txt (the file starts with ...)"
  std::optional<std::string> folder;  ///< the first folder or archive that was given
  std::vector<UnpackedArchive> archives{};  ///< their files exist as long as this

  /// An error with the paths of unpacked files as those in their archives.
  Error as_given(const Error& error) const;
};

/// Sorts the files in `paths`, and the files in folders down to a limited depth, into captures
/// and NEFFs. An archive that was given is unpacked and searched like a folder. Links to folders
/// are not followed. A file that was given must be readable; an unreadable file in a folder is
/// counted. Errors: those of ByteSource::open, detect and UnpackedArchive for files that were
/// given; kInvalidArgument if a path is given twice; kCancelled.
Result<RunFiles> find_run_files(std::span<const std::string> paths, TaskControl& control);

}  // namespace nscope::importers
