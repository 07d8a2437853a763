#pragma once

namespace nscope::sim {

/// The overlap of the units of one operator, in tiles in flight: one tile means no overlap, many
/// tiles approach a perfect pipeline.
struct Overlap {
  double engines = 1;   ///< between TensorE and the engines that read its PSUM
  double prefetch = 1;  ///< between DMA and the engines
  /// Seconds that DMA may be ahead of the engines at the end of an operator, because it continues
  /// with the data of the next operators.
  double lead = 0;
};

}  // namespace nscope::sim
