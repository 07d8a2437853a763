#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "costmodel/report/drawing.h"

namespace nscope::cost {

/// What a million tokens cost: every priced cell with its band, the cheapest 40 where there are
/// more. Precondition: something has a price.
Drawing cost_chart(const CostMatrix& matrix);

/// The demand over its hours and the instances under each commitment, from the base.
/// Precondition: the panel has a mix.
Drawing commitment_chart(const CommitmentPanel& panel);

/// What the jobs cost on spot (expected, with P10 and P90) and on demand.
Drawing spot_chart(const std::vector<SpotPanel>& panels);

/// The totals of bundles.
Drawing bundle_chart(const std::vector<BundleLine>& lines);

}  // namespace nscope::cost
