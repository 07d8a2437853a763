#pragma once

#include "profiler/base/json.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// Converts the events of a stream to JSON lines (docs/live.md), sorted by time within a batch.
/// Times are whole nanoseconds, as in SQL. A slice whose end is not known yet has no `duration_ns`.
/// One thread; requires every batch of one producer, in order.
class EventLines {
 public:
  /// Each line ends with LF. Empty if the batch has no events.
  std::string lines_of(const TraceBatch& batch);

 private:
  using Line = std::pair<std::int64_t, std::string>;  // ticks
  void declare(const TraceBatch& batch);
  void add_slices(const TraceBatch& batch, std::vector<Line>& lines);
  void add_flows(const TraceBatch& batch, std::vector<Line>& lines);
  std::int64_t ns(TraceTime time) const;
  Json value_of(const ArgValue& value) const;
  const std::string& text(StringId id) const { return strings_[id.index()]; }

  struct DeclaredTrack {
    std::string path;  ///< "NeuronCore 0 / TensorE"
    StringId unit;
  };
  std::vector<std::string> strings_;
  std::vector<DeclaredTrack> tracks_;
  std::int64_t ticks_per_ns_ = 1;
};

}  // namespace nscope::cli
