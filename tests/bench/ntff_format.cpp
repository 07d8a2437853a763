#include "tests/bench/make_trace.h"
#include "tests/support/ntff_writer.h"

#include <algorithm>

namespace nscope::bench {

Result<RunCounts> write_ntff(const RunSpec& spec, const std::string& path) {
  constexpr std::int64_t kBytesPerSlice = 50;  // instructions and packets, with what lies between
  constexpr int kMostCores = 8;                // of one capture
  const importers::LargeNtff shape{
      .bytes = static_cast<std::uint64_t>(spec.slices * kBytesPerSlice),
      .cores = std::min(spec.cores, kMostCores),
      .seed = spec.seed};
  const auto made = importers::write_large_ntff(shape, path);
  if (!made) return fail(ErrorCode::kIo, Text::verbatim("cannot be written"), path);
  return RunCounts{.slices = static_cast<std::int64_t>(made->instructions + made->packets),
                   .flows = 0,
                   .samples = static_cast<std::int64_t>(made->semaphore_updates)};
}

}  // namespace nscope::bench
