#include "app/capacity/request/plan_tiers.h"

#include <utility>

namespace nscope::capacity {

std::vector<PlanTier> plan_tiers(const PlanRequest& request) {
  std::vector<PlanTier> tiers{{request.weight_dtypes, request.purchase, {}}};
  if (!request.weight_dtypes_stated) {
    tiers.push_back({{"bf16", "int8", "fp8"},
                     request.purchase,
                     {tr("8-bit weights (no fleet with bf16 weights meets the limits; check the "
                         "output quality)")}});
  }
  if (request.purchase_stated) return tiers;
  const std::vector<cost::Purchase> committed{cost::PurchaseOption::kCapacityBlock, cost::kRi1Year,
                                              cost::kRi3Year};
  PlanTier last{tiers.back().dtypes,
                committed,
                {tr("a commitment or a Capacity Block (no On-Demand fleet meets the limits)")}};
  if (!request.weight_dtypes_stated) {
    tiers.push_back({request.weight_dtypes, committed, last.needs});
    last.needs.push_back(tr("8-bit weights (check the output quality)"));
  }
  tiers.push_back(std::move(last));
  return tiers;
}

}  // namespace nscope::capacity
