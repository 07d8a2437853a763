#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace nscope::importers::nsight {

/// Finds the work of NVTX ranges on GPUs, as the row "NVTX" of Nsight Systems shows it. The work of
/// a range are the kernels, copies, fills and graphs that calls of the same thread started, if a
/// call starts inside the range. On each stream, the range is projected to the time from the first
/// start to the last end of its work. Times are nanoseconds. One thread.
class RangeProjection {
 public:
  struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    StringId name{};
    StringId domain{};                ///< invalid if it has none
    std::int64_t message_bytes = -1;  ///< of NCCL; -1: unknown
  };
  struct Stream {
    std::optional<std::int64_t> process{};
    std::int64_t device = 0;
    std::int64_t number = 0;
    auto operator<=>(const Stream&) const = default;
  };
  struct Projected {
    const Range& range;
    const Stream& stream;
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  /// Calls must be added in the order of their slices.
  void add_call(std::uint64_t thread, SliceId call, std::int64_t start);
  void add_range(std::uint64_t thread, const Range& range);
  /// An event of a GPU and the call that started it.
  void add_work(SliceId call, const Stream& stream, std::int64_t begin, std::int64_t end);

  /// Calls `use` for each projected range; on each stream, outer ranges come before the ranges
  /// inside them. Stops if `use` returns false. The result is the number of projected ranges that
  /// were left out: a damaged file can nest all ranges and use any number of streams.
  std::int64_t project(const std::function<bool(const Projected&)>& use);

  /// Work on more streams of one thread is left out.
  static constexpr std::size_t kMostStreams = 256;
  /// Most projected ranges for each range and each event of a GPU in the file.
  static constexpr std::int64_t kMostPerEvent = 8;

 private:
  struct Call {
    std::uint32_t slice = 0;
    std::uint32_t thread = 0;
    std::int64_t start = 0;
  };
  struct Work {
    std::uint32_t stream = 0;
    std::int64_t call = 0;  ///< start of the call
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  struct Thread {
    std::vector<Range> ranges{};
    std::vector<Work> work{};
  };
  struct Budget;

  std::uint32_t thread_index(std::uint64_t thread);
  static bool project_on(const Stream& stream, const std::vector<Range>& ranges, const Work* first,
                         const Work* last, Budget& budget,
                         const std::function<bool(const Projected&)>& use);

  std::unordered_map<std::uint64_t, std::uint32_t> thread_index_;
  std::vector<Thread> threads_;
  std::vector<Call> calls_;
  std::map<Stream, std::uint32_t> stream_index_;
  std::vector<Stream> streams_;
};

}  // namespace nscope::importers::nsight
