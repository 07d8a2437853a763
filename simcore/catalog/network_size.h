#pragma once

#include "simcore/catalog/network.h"

namespace nscope::catalog {

/// The size of one sample of a network: pixels, or the positions of a denoiser.
struct SampleSize {
  int height = 1;
  int width = 1;
  int frames = 1;
  /// Positions of image or video and text together, if the pixels are not stated; 0: the pixels
  /// count.
  int tokens = 0;
};

/// Rows of one sample on which a block works, without the rows of text that join them.
double positions_of(const Block& block, const SampleSize& size);

/// Multiply-accumulates of one sample.
double macs_of(const Network& network, const SampleSize& size);

}  // namespace nscope::catalog
