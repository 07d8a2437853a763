#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::importers {

/// Finds the slices of flow events and connects them. In Chrome traces the ends of a flow have only
/// a thread and a time and may be in any order in the file. The slices are therefore kept in
/// memory: all of them up to kMaxKept, above that the latest of each thread. Times are in ticks.
/// One thread.
class FlowBinder {
 public:
  /// Number of slices in memory above which the older half is removed.
  static constexpr std::size_t kMaxKept = std::size_t{2} << 20;

  explicit FlowBinder(TraceWriter& out) : out_(out) {}

  void slice(std::uint32_t thread, std::int64_t start, std::int64_t end, SliceId id);

  enum class Step : std::uint8_t { kStart, kStep, kEnd };
  enum class Bind : std::uint8_t { kEnclosing, kNext };
  /// Adds a flow event at a time on a thread. `flow` identifies the flow.
  void point(std::uint64_t flow, Step step, std::uint32_t thread, std::int64_t time, Bind bind,
             StringId kind);
  /// Adds a flow event whose slice is known.
  void point_at(std::uint64_t flow, Step step, std::int64_t time, SliceId slice, StringId kind);

  /// Writes the flows. Ends without a start, and events without a slice, are counted.
  /// `has_known_gaps`: the program writes such events regularly, so they say nothing about the
  /// file.
  void finish(bool has_known_gaps);

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
    std::int64_t horizon = INT64_MIN;  // slices that ended before this time have been removed
  };

  ThreadSlices& at(std::uint32_t thread);
  void add(Point point);
  static void sort(std::vector<Span>& spans);
  void remove_old_slices();
  void resolve(ThreadSlices& thread, std::int64_t before);
  void bind_next(const ThreadSlices& thread, const Waiting& waiting);
  std::size_t connect(std::size_t begin);

  TraceWriter& out_;
  std::vector<ThreadSlices> threads_;
  std::vector<Point> points_;
  std::size_t slice_count_ = 0;
  std::int64_t late_ = 0;
  std::int64_t without_start_ = 0;
};

}  // namespace nscope::importers
