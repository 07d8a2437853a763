#pragma once

#include "simcore/catalog/fact_reader.h"
#include "simcore/catalog/model.h"

namespace nscope::catalog {

/// A whole number between `least` and kLargestDimension, or 0 if the optional key is absent.
int read_dimension(StrictObject& in, const char* key, bool required, int least = 1);

/// Reads the members of the mixers of a decoder into `model`, whose other dimensions are already
/// read, and rejects members that contradict each other.
void read_mixers(StrictObject& in, Model& model);

}  // namespace nscope::catalog
