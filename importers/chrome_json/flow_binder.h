#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::importers {

/// Finds the slices that flow events mean and connects them. Chrome traces name
/// the ends of an arrow by thread and time only, in any order in the file, so the
/// slices around them are remembered: all of them up to kMaxKept, beyond that the
/// latest of each thread. Times are ticks. One thread.
class FlowBinder {
 public:
  /// Slices remembered before the older half of them is let go.
  static constexpr std::size_t kMaxKept = std::size_t{2} << 20;

  explicit FlowBinder(TraceWriter& out) : out_(out) {}

  void slice(std::uint32_t thread, std::int64_t start, std::int64_t end, SliceId id);

  enum class Step : std::uint8_t { kStart, kStep, kEnd };
  enum class Bind : std::uint8_t { kEnclosing, kNext };
  /// A flow event at a time on a thread. `flow` tells the arrows apart.
  void point(std::uint64_t flow, Step step, std::uint32_t thread, std::int64_t time, Bind bind,
             StringId kind);
  /// The same where the slice is known.
  void point_at(std::uint64_t flow, Step step, std::int64_t time, SliceId slice, StringId kind);

  /// Writes the flows. Ends without a start, and events without a slice, are counted.
  void finish();

 private:
  struct Point {
    std::uint64_t flow = 0;
    std::int64_t time = 0;
    SliceId slice{};
    StringId kind{};
    std::uint32_t order = 0;
    Step step = Step::kStart;
  };
  struct Waiting {
    std::int64_t time = 0;
    std::uint32_t point = 0;
    Bind bind = Bind::kEnclosing;
  };
  struct Span {
    std::int64_t start = 0;
    std::int64_t end = 0;
    SliceId id{};
  };
  struct ThreadSlices {
    std::vector<Span> spans;
    std::vector<Waiting> waiting;
    std::int64_t horizon = INT64_MIN;  // slices that ended before it are forgotten
  };

  ThreadSlices& at(std::uint32_t thread);
  void add(Point point);
  static void sort(std::vector<Span>& spans);
  void let_go();
  void resolve(ThreadSlices& thread, std::int64_t before);
  void bind_next(const ThreadSlices& thread, const Waiting& waiting);
  std::size_t connect(std::size_t begin);

  TraceWriter& out_;
  std::vector<ThreadSlices> threads_;
  std::vector<Point> points_;
  std::size_t kept_ = 0;
  std::int64_t late_ = 0;
  std::int64_t without_start_ = 0;
};

}  // namespace nscope::importers
