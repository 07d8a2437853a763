#pragma once

#include "importers/compile_cache/compile_event.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// The file into which the compiler writes its own log.
inline constexpr std::string_view kCompilerLog = "log-neuron-cc.txt";

/// A file of a cache with its size, time of last change and identity.
struct CacheFile {
  std::string name;
  std::int64_t size = 0;
  std::int64_t modified_ns = 0;  ///< Unix time
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
};

/// A folder of a cache and the files in it, sorted by name.
struct CacheDirectory {
  std::filesystem::path path;
  std::string relative;  ///< path relative to the cache; "" for the cache itself
  std::vector<CacheFile> files;
  bool has_folders = false;
  std::int64_t modified_ns = 0;
};

struct ScanLimits {
  std::size_t depth = 8;
  std::size_t entries = 2'000'000;
};

/// `root` and all folders below it, sorted. Symbolic links are not followed. Folders that cannot be
/// read or are beyond the limits are counted in `out`, which may be null. Errors: kIo if `root`
/// cannot be read, kCancelled.
Result<std::vector<CacheDirectory>> scan_cache(const std::filesystem::path& root,
                                               const ScanLimits& limits, TaskControl& control,
                                               TraceWriter* out);

/// One entry of a cache: a compiled graph or an attempt to compile it.
struct CacheEntry {
  ModuleKey key;
  std::string relative;  ///< its folder, or its NEFF if the folder contains several
  const CacheDirectory* directory = nullptr;
  std::optional<CacheFile> neff{};
  std::optional<CacheFile> graph{};  ///< the HLO module
  std::optional<CacheFile> flags{};
  std::optional<CacheFile> log{};
  std::optional<CacheFile> lock{};
  bool done = false;  ///< marked as complete
};

/// The entries in the scanned folders, in all layouts (docs/formats/compile-cache.md).
std::vector<CacheEntry> cache_entries(const std::vector<CacheDirectory>& directories);

}  // namespace nscope::importers
