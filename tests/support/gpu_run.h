#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nscope {

/// A made run of one process with GPUs that can be written as each profiler would have recorded
/// it. Times are nanoseconds from the start of the recording.
struct GpuRun {
  enum class Work { kKernel, kCopy, kFill };

  struct Call {  ///< of the runtime, on thread 100
    std::int64_t start = 0, duration = 0;
    std::string function;
    std::int64_t correlation = 0;
  };
  struct Event {
    Work work = Work::kKernel;
    std::int64_t start = 0, duration = 0, device = 0, stream = 0, correlation = 0;
    std::string kernel{};    ///< name of a kernel
    std::int64_t bytes = 0;  ///< of a copy from pageable memory to the device, or of a fill
  };
  struct Range {
    std::int64_t start = 0, duration = 0;
    std::string text;
  };

  std::int64_t unix_start_ns = 1'700'000'000'000'000'000;
  std::vector<Call> calls{};
  std::vector<Event> events{};  ///< on each stream: kernels, collectives, copies and fills
  std::vector<Range> ranges{};
};

/// Several steps of kernels, collectives, copies and fills on two GPUs with two streams each.
GpuRun gpu_run();

std::string kineto_json(const GpuRun& run);
/// `page_bytes`: of SQLite. Most of the bytes of a small file with large pages are padding.
std::string nsight_sqlite(const GpuRun& run, int page_bytes = 4096);
std::string xplane(const GpuRun& run);

}  // namespace nscope
