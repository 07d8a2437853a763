#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/temporary_entry.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace nscope::importers {

/// Whether the file is an archive that UnpackedArchive reads: ZIP, or tar, also with gzip or zstd.
bool is_archive(const ByteSource& file);

/// Limits on what a small archive can make the reader unpack.
struct UnpackedArchiveLimits {
  std::size_t members = 20'000;                          ///< as many as in a folder
  std::uint64_t total_bytes = std::uint64_t{256} << 30;  ///< of all members, unpacked
  std::uint64_t ratio_floor = std::uint64_t{1} << 30;    ///< unpacked bytes allowed at any ratio
  std::uint64_t max_ratio = 200;                         ///< unpacked bytes for each packed byte
};

/// The files of an archive in a temporary folder (TMPDIR or /tmp), which only this user can read.
/// It is removed with the object; if the process is killed, the next archive that is opened
/// removes it. Links and members whose names lead out of the archive are not unpacked. One thread.
class UnpackedArchive {
 public:
  /// Counts in `notes` what was not unpacked: archive_member_not_read, archive_member_repeated,
  /// archive_cut_off, trailing_bytes. Errors: kBadInput (damaged, encrypted, above a limit) with
  /// the position in the archive, kIo (the temporary folder), kCancelled.
  static Result<UnpackedArchive> unpack(const ByteSource& file, DiagnosticList& notes,
                                        TaskControl& control,
                                        const UnpackedArchiveLimits& limits = {});

  /// The folder with the content. An archive of one folder is this folder.
  const std::string& folder() const { return folder_; }
  /// A path below the temporary folder as a path below the archive: "run.zip/a/b.ntff". Other
  /// texts are unchanged.
  std::string as_in_archive(std::string_view path) const;

 private:
  UnpackedArchive(std::unique_ptr<TemporaryEntry> entry, std::string archive)
      : entry_(std::move(entry)), archive_(std::move(archive)) {}

  std::unique_ptr<TemporaryEntry> entry_;
  std::string archive_;  ///< the path of the archive
  std::string top_;      ///< the folder of all members
  std::string folder_;
};

}  // namespace nscope::importers
