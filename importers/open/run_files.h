#pragma once

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

/// Something that can be opened: a capture (`importer`), a folder that is one
/// (`folder`), or a session (neither).
struct FoundCapture {
  std::string path;
  std::string shown;      ///< below the folder that was given; the file's name where none was
  bool asked_for = true;  ///< given itself, not found in a folder
  const Importer* importer = nullptr;
  const FolderImporter* folder = nullptr;
  std::optional<ByteSource> source{};  ///< of a capture

  bool is_session() const { return importer == nullptr && folder == nullptr; }
};

struct FoundNeff {
  std::string path;
  std::string uuid;  ///< hexadecimal; "" where it has none
  bool asked_for = true;
  ByteSource source;
};

struct RunFiles {
  std::vector<FoundCapture> captures;  ///< in the order given, inside folders by name
  std::vector<FoundNeff> neffs;
  /// What lies in the folders but is not read, and why.
  DiagnosticList diagnostics;
  std::vector<std::string> unread;    ///< the first few of those: "a.txt (it starts with ...)"
  std::optional<std::string> folder;  ///< the first folder that was given
};

/// Sorts what `paths` name and, for folders, what lies in them at any depth (to a
/// limit; links to folders are not followed) into captures and NEFFs. A file that
/// was given must be readable; in a folder, what is not is counted. Errors: those
/// of ByteSource::open and detect for files that were given; kInvalidArgument
/// where one is given twice; kCancelled.
Result<RunFiles> find_run_files(std::span<const std::string> paths, TaskControl& control);

}  // namespace nscope::importers
