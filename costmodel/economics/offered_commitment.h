#pragma once

#include "costmodel/commitments/commitment_problem.h"
#include "costmodel/prices/purchase.h"

namespace nscope::cost {

/// A purchase as a commitment to one instance type at a price per instance-hour. Options without
/// a term count as Reserved Instances of one year; the hours of Capacity Blocks are left at 0.
Commitment offered_commitment(const Purchase& purchase, Usd per_hour);

}  // namespace nscope::cost
