#include "costmodel/economics/offered_commitment.h"

#include <algorithm>

namespace nscope::cost {
namespace {

CommitmentKind commitment_kind(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kComputeSavingsPlan: return CommitmentKind::kComputeSavingsPlan;
    case PurchaseOption::kInstanceSavingsPlan: return CommitmentKind::kInstanceSavingsPlan;
    case PurchaseOption::kCapacityBlock: return CommitmentKind::kCapacityBlock;
    default: return CommitmentKind::kReserved;
  }
}

}  // namespace

Commitment offered_commitment(const Purchase& purchase, Usd per_hour) {
  return {.label = title(purchase),
          .kind = commitment_kind(purchase.option),
          .rates = {per_hour},
          .years = static_cast<double>(std::max(1, purchase.years))};
}

}  // namespace nscope::cost
