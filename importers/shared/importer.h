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

/// The input of an importer: the capture and, if the format has one, the companion file that
/// describes it (the NEFF of an NTFF).
struct CaptureInput {
  const ByteSource& file;
  const ByteSource* companion = nullptr;
};

/// How a format is read from a compressed file.
enum class PackedInput : std::uint8_t {
  kUnpackFirst,  ///< read_file() unpacks the file before `read`
  kGzipStream,   ///< `sniff` and `read` read gzip themselves
  kNever,        ///< the capture consists of several files
};

/// One capture format: a row of the table in registry.cpp. `read` translates events into
/// `sink` and counts those that it cannot translate. It returns an error only if nothing
/// useful can be shown. No state is kept between calls.
struct Importer {
  std::string_view id;            ///< "ntff"
  Phrase title;                   ///< "Neuron device profile (NTFF)"
  std::string_view file_pattern;  ///< "*.ntff", for file dialogs
  Phrase reads;                   ///< one line: the data that is imported
  /// Whether the content of `file` is of this format.
  bool (*sniff)(const ByteSource& file);
  /// Errors: kBadInput, kUnsupportedVersion (with file, position, reason), kCancelled.
  Result<> (*read)(const CaptureInput& input, TraceSink& sink, TaskControl& control);
  /// A capture consists of all files of this format in one folder: `read` reads them all, whichever
  /// of them is given.
  bool whole_folder = false;
  PackedInput packed = PackedInput::kUnpackFirst;
};

/// One capture format that is a folder (Parquet tables, a compile cache): a row of the other
/// table in registry.cpp. The rules of Importer apply.
struct FolderImporter {
  std::string_view id;  ///< "neuron-explorer-parquet"
  Phrase title;         ///< "Neuron Explorer profile (Parquet)"
  Phrase reads;         ///< one line: the data that is imported
  /// Whether `folder` is of this format, by the names and first bytes of its files. Reads a
  /// bounded number of files.
  bool (*sniff)(const std::filesystem::path& folder);
  /// Errors: kBadInput, kUnsupportedVersion (with file, position, reason), kIo, kCancelled.
  Result<> (*read)(const std::filesystem::path& folder, TraceSink& sink, TaskControl& control);
  /// False: the format is recognised only if the folder itself is opened and contains no capture of
  /// another format. Otherwise the same files have another meaning (NEFFs beside captures are not a
  /// compile cache).
  bool nested = true;
};

/// All formats, in the order in which they are tried.
std::span<const Importer> registry();
std::span<const FolderImporter> folder_registry();

/// The importer for a file, by its content, which may be compressed. Errors: kBadInput with a
/// description of the file and the list of supported formats.
Result<const Importer*> detect(const ByteSource& file);

/// Reads a file, unpacking it first if it is compressed. Truncated compressed data are counted,
/// and the importer reads the part that could be unpacked. Errors: those of the importer and of
/// unpack_file().
Result<> read_file(const Importer& importer, const CaptureInput& input, TraceSink& sink,
                   TaskControl& control);

/// The importer for a folder; null if it is not a capture itself.
const FolderImporter* detect_folder(const std::filesystem::path& folder);

/// The time offset of one of several runs: see RunPart::offset_ns.
struct GivenOffset {
  std::string part;  ///< label ("rank 1") or file of the run
  std::int64_t offset_ns = 0;
};

struct OpenOptions {
  /// Search the folder of an NTFF for the NEFF with the same UUID and use it.
  bool find_companion = true;
  /// How several runs are placed on one time axis.
  MergeAlign align = MergeAlign::kClock;
  std::vector<GivenOffset> offsets{};
};

/// Opens `paths`, in any order, as one trace: captures, their NEFFs (paired by UUID), saved
/// sessions, and folders that contain any of these at any depth. Several runs are merged on
/// one time axis (profiler/trace/build/merge.h) and labelled by rank, core or file. A path
/// that cannot be read is an error; a file in a folder that cannot be read is a counted
/// diagnostic. Errors: those of the importers; kBadInput if a folder contains no capture,
/// with a list of its files.
Result<std::shared_ptr<const Trace>> open_run(std::span<const std::string> paths,
                                              const OpenOptions& options, TaskControl& control);

}  // namespace nscope::importers
