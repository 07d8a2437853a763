#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "costmodel/report/drawing.h"

namespace nscope::cost {

/// Cost of a million tokens of every priced cell with its error band; if there are more than 40
/// cells, the 40 cheapest. Precondition: a cell has figures.
Drawing cost_chart(const CostMatrix& matrix);

/// The demand over time and the instances of each commitment, from the base load up.
/// Precondition: the panel has a mix.
Drawing commitment_chart(const CommitmentPanel& panel);

/// Cost of the jobs on Spot (expected value, p10 and p90) and on-demand.
Drawing spot_chart(const std::vector<SpotPanel>& panels);

/// The totals of the bundles.
Drawing bundle_chart(const std::vector<BundleLine>& lines);

}  // namespace nscope::cost
