#include "costmodel/bills/bill.h"

#include <map>

namespace nscope::cost {

std::string_view to_string(BoughtAs bought) {
  switch (bought) {
    case BoughtAs::kNone: return "none";
    case BoughtAs::kOnDemand: return "on_demand";
    case BoughtAs::kReserved: return "reserved";
    case BoughtAs::kSavingsPlan: return "savings_plan";
    case BoughtAs::kComputeSavingsPlan: return "compute_savings_plan";
    case BoughtAs::kInstanceSavingsPlan: return "instance_savings_plan";
    case BoughtAs::kSpot: return "spot";
    case BoughtAs::kCapacityBlock: return "capacity_block";
    case BoughtAs::kDedicated: return "dedicated";
    case BoughtAs::kNoCharge: return "no_charge";
  }
  return "none";
}

Phrase title(BoughtAs bought) {
  switch (bought) {
    case BoughtAs::kNone: return phrase("n/a");
    case BoughtAs::kOnDemand: return phrase("On-Demand");
    case BoughtAs::kReserved: return phrase("Reserved Instance");
    case BoughtAs::kSavingsPlan: return phrase("Savings Plan");
    case BoughtAs::kComputeSavingsPlan: return phrase("Compute Savings Plan");
    case BoughtAs::kInstanceSavingsPlan: return phrase("EC2 Instance Savings Plan");
    case BoughtAs::kSpot: return phrase("Spot");
    case BoughtAs::kCapacityBlock: return phrase("Capacity Block");
    case BoughtAs::kDedicated: return phrase("Dedicated");
    case BoughtAs::kNoCharge: return phrase("No charge");
  }
  return phrase("n/a");
}

std::string_view to_string(ChargeKind kind) {
  switch (kind) {
    case ChargeKind::kUsage: return "usage";
    case ChargeKind::kUnusedCapacity: return "unused_capacity";
    case ChargeKind::kCommitment: return "commitment";
    case ChargeKind::kNegation: return "negation";
    case ChargeKind::kDiscount: return "discount";
    case ChargeKind::kFee: return "fee";
    case ChargeKind::kTax: return "tax";
    case ChargeKind::kCredit: return "credit";
    case ChargeKind::kRefund: return "refund";
    case ChargeKind::kAdjustment: return "adjustment";
    case ChargeKind::kOther: return "other";
  }
  return "other";
}

Phrase title(ChargeKind kind) {
  switch (kind) {
    case ChargeKind::kUsage: return phrase("Usage");
    case ChargeKind::kUnusedCapacity: return phrase("Unused Capacity Reservations");
    case ChargeKind::kCommitment: return phrase("Commitments (effective cost: unused part)");
    case ChargeKind::kNegation: return phrase("Savings Plan negation");
    case ChargeKind::kDiscount: return phrase("Discounts");
    case ChargeKind::kFee: return phrase("Fees");
    case ChargeKind::kTax: return phrase("Tax");
    case ChargeKind::kCredit: return phrase("Credits");
    case ChargeKind::kRefund: return phrase("Refunds");
    case ChargeKind::kAdjustment: return phrase("Adjustments");
    case ChargeKind::kOther: return phrase("Other");
  }
  return phrase("Other");
}

std::uint64_t Bill::line_count() const {
  std::uint64_t count = 0;
  for (const BillFile& file : files) count += file.lines;
  return count;
}

bool add(Measure& to, const Measure& more) {
  to.lines += more.lines;
  return to.sum.add(more.sum);
}

std::vector<BillTotal> totals(const Bill& bill, bool (*counts)(const BillLine&)) {
  std::map<std::string, BillTotal> sums;
  for (const BillLine& line : bill.lines) {
    if (!counts(line)) continue;
    BillTotal& total = sums.try_emplace(line.currency).first->second;
    total.currency = line.currency;
    total.lines += line.lines;
    // The sum is in range because BillBuilder checked the sum of all lines.
    (void)add(total.billed, line.billed);
    (void)add(total.effective, line.effective);
  }
  std::vector<BillTotal> result;
  for (auto& [currency, total] : sums) result.push_back(std::move(total));
  return result;
}

bool is_running_cost(const BillLine& line) {
  switch (line.kind) {
    case ChargeKind::kTax:
    case ChargeKind::kCredit:
    case ChargeKind::kRefund: return false;
    default: return true;
  }
}

}  // namespace nscope::cost
