#pragma once

#include "profiler/base/json.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// The events of a stream as JSON lines (docs/live.md), those of a batch in order of
/// time. Times are whole nanoseconds, as in SQL; a slice whose end is not known yet has no
/// `duration_ns`. One thread; sees every batch of one producer, in order.
class EventLines {
 public:
  /// Each line ends with LF; "" where the batch has no events.
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
