#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/merge.h"
#include "profiler/trace/columns/trace_batch.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// What an importer reads: the capture and, for formats that have one, the
/// companion that explains it (an NTFF's NEFF).
struct CaptureInput {
  const ByteSource& file;
  const ByteSource* companion = nullptr;
};

/// One capture format: a row of the table in registry.cpp. `read` translates
/// events into `sink` and counts what it cannot; it stops with an error only
/// where nothing sensible can be shown. No state between calls.
struct Importer {
  std::string_view id;            ///< "ntff"
  std::string_view title;         ///< "Neuron device profile (NTFF)"
  std::string_view file_pattern;  ///< "*.ntff", for file dialogs
  std::string_view reads;         ///< one line: what of the format is read
  /// True where `file` is of this format, decided by content.
  bool (*sniff)(const ByteSource& file);
  /// Errors: kBadInput, kUnsupportedVersion (with file, position, reason), kCancelled.
  Result<> (*read)(const CaptureInput& input, TraceSink& sink, TaskControl& control);
};

/// One capture format that is a folder (Parquet tables, a compile cache): the
/// other table in registry.cpp. Rules as for Importer.
struct FolderImporter {
  std::string_view id;     ///< "neuron-explorer-parquet"
  std::string_view title;  ///< "Neuron Explorer profile (Parquet)"
  std::string_view reads;  ///< one line: what of the format is read
  /// True where `folder` is of this format, by the names and heads of the files
  /// in it; looks at a bounded number of them.
  bool (*sniff)(const std::filesystem::path& folder);
  /// Errors: kBadInput, kUnsupportedVersion (with file, position, reason), kIo, kCancelled.
  Result<> (*read)(const std::filesystem::path& folder, TraceSink& sink, TaskControl& control);
  /// False: opened only where it was given itself. Inside a run directory its
  /// files have another meaning (NEFFs beside captures are no compile cache).
  bool nested = true;
};

/// All formats, in the order they are tried.
std::span<const Importer> registry();
std::span<const FolderImporter> folder_registry();

/// The importer for a file, by content. Errors: kBadInput listing the formats
/// we know, and what the file looks like.
Result<const Importer*> detect(const ByteSource& file);

/// The importer for a folder; null where none knows it.
const FolderImporter* detect_folder(const std::filesystem::path& folder);

/// Where one of several runs lies: see RunPart::offset_ns.
struct GivenOffset {
  std::string part;  ///< its label ("rank 1"), or its file
  std::int64_t offset_ns = 0;
};

struct OpenOptions {
  /// Look beside an NTFF for the NEFF with the same UUID and use it.
  bool find_companion = true;
  /// How several runs are placed on one time axis.
  MergeAlign align = MergeAlign::kClock;
  std::vector<GivenOffset> offsets{};
};

/// Opens what `paths` name, in any order, as one trace: captures, the NEFFs that
/// explain them (paired by UUID), saved sessions, and folders with any of these at
/// any depth. Several runs are merged on one time axis (profiler/trace/build/merge.h),
/// labelled by rank, core or file. What cannot be read is an error where it was
/// named, and a counted diagnostic where it was found in a folder. Errors: as
/// above; kBadInput where a folder holds nothing that is read, listing what was
/// seen.
Result<std::shared_ptr<const Trace>> open_run(std::span<const std::string> paths,
                                              const OpenOptions& options, TaskControl& control);

}  // namespace nscope::importers
