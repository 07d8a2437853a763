#pragma once

#include "profiler/trace/columns/column.h"
#include "profiler/trace/columns/slice_columns.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// Summarises adjacent samples of a counter.
struct CounterNode {
  std::int64_t begin = 0;  ///< time of the first sample, ticks
  double least = 0.0;      ///< minimum
  double most = 0.0;       ///< maximum

  friend bool operator==(const CounterNode&, const CounterNode&) = default;
};

/// Level-of-detail pyramid over the samples of one counter: the lowest level has a node for 16
/// samples, each higher level a node for 4 nodes. Immutable after build(); safe from any thread.
class CounterPyramid {
 public:
  using Level = Column<CounterNode>;
  static constexpr std::size_t kLeafSamples = 16;
  static constexpr std::size_t kFanOut = 4;

  /// `samples` must be sorted by time and outlive the queries.
  void build(const CounterColumns& samples);

  struct Range {
    double least = 0.0;
    double most = 0.0;
  };
  /// Minimum and maximum of the samples [first, last), which must not be empty.
  Range range(const CounterColumns& samples, std::size_t first, std::size_t last) const;

  std::vector<Level>& levels() { return levels_; }
  const std::vector<Level>& levels() const { return levels_; }
  static std::vector<std::size_t> level_sizes(std::size_t samples);

 private:
  std::vector<Level> levels_;
};

}  // namespace nscope
