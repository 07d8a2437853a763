#pragma once

#include "costmodel/price_formats/price_format.h"

#include <utility>
#include <vector>

namespace nscope::cost {

/// A sink that keeps the rows.
class CollectedPrices : public PriceSink {
 public:
  Result<> row(PriceObservation row) override {
    rows.push_back(std::move(row));
    return {};
  }
  std::vector<PriceObservation> rows;
};

}  // namespace nscope::cost
