#pragma once

namespace nscope::sim {

/// How far the units of one operator run side by side, in tiles in flight: one is no
/// overlap at all, many are a perfect pipeline.
struct Overlap {
  double engines = 1;   ///< between TensorE and the engines that empty its PSUM
  double prefetch = 1;  ///< between DMA and the engines: it may run ahead
  /// s that DMA may be ahead of the engines when an operator ends: it goes on with what the
  /// next ones read.
  double lead = 0;
};

}  // namespace nscope::sim
