#pragma once

#include "costmodel/bills/exact_amount.h"
#include "costmodel/money/instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The purchase option of a line of a bill. Unlike Purchase, this enumeration has values for lines
/// without an instance, for Savings Plans of an unknown kind or term, and for hours that are paid
/// elsewhere.
enum class BoughtAs : std::uint8_t {
  kNone,  ///< the line is not about an instance
  kOnDemand,
  kReserved,
  kSavingsPlan,  ///< of unknown kind
  kComputeSavingsPlan,
  kInstanceSavingsPlan,
  kSpot,
  kCapacityBlock,
  kDedicated,
  kNoCharge,  ///< hours at 0 without a commitment, which are paid elsewhere (Capacity Blocks)
};
/// The word in files: "on_demand", "reserved", "savings_plan", ...
std::string_view to_string(BoughtAs bought);
/// The words for people: "On-Demand", "Reserved Instance", ...
Phrase title(BoughtAs bought);

/// Kind of a line of a bill.
enum class ChargeKind : std::uint8_t {
  kUsage,
  kUnusedCapacity,  ///< an unused Capacity Reservation
  kCommitment,      ///< fees of commitments; the effective cost is that of the unused part
  kNegation,        ///< the on-demand cost that a Savings Plan replaces; effective cost 0
  kDiscount,        ///< discounts as separate lines (EDP, private rates)
  kFee,             ///< one-off and other fees: support, marketplace, Capacity Blocks
  kTax,
  kCredit,
  kRefund,
  kAdjustment,
  kOther,  ///< a line of unknown type; its amount is included
};
std::string_view to_string(ChargeKind kind);
Phrase title(ChargeKind kind);

/// A sum and the number of lines with a value. If that is less than the number of all lines, the
/// sum is incomplete; if it is 0, the sum is unknown.
struct Measure {
  ExactAmount sum;
  std::uint64_t lines = 0;
};

/// Sums of all lines of a bill with the same keys (`period` to `kind`).
struct BillLine {
  std::string period;  ///< billing month "2026-07"
  std::string account;
  std::string service;   ///< name in the bill: "AmazonEC2"
  std::string instance;  ///< "trn1.32xlarge"; empty: not for an instance
  std::string region;
  std::string currency;  ///< ISO code
  std::string group;     ///< value of BillFilter::group_tag; empty: without that tag
  BoughtAs bought = BoughtAs::kNone;
  ChargeKind kind = ChargeKind::kUsage;

  std::uint64_t lines = 0;
  Measure billed;      ///< unblended cost, as on the invoice
  Measure effective;   ///< amortised cost: upfront and recurring fees distributed over the usage
  Measure list;        ///< the same usage at public on-demand prices
  Measure contracted;  ///< the same usage at negotiated prices, without commitments
  Measure hours;       ///< instance-hours of kUsage, kUnusedCapacity, kCommitment
};

/// One Reserved Instance or Savings Plan with its cost, used and unused, in the lines of a bill.
struct BillCommitment {
  std::string id;  ///< ARN
  BoughtAs bought = BoughtAs::kNone;
  std::string currency;
  std::string instance;  ///< empty: several or unknown
  std::string region;
  std::string term;      ///< in the words of the bill: "1yr"
  std::string payment;   ///< in the words of the bill: "No Upfront"
  std::string offering;  ///< in the words of the bill: "standard", "ComputeSavingsPlans"
  std::string end;       ///< in the words of the bill; empty: unknown
  Measure used;          ///< effective cost of the covered usage
  Measure unused;        ///< effective cost of the unused part
  Measure hours;         ///< covered instance-hours
};

/// The cost of one account and value of the group tag, in one currency. The unused part of a
/// commitment is allocated to those who used the rest of it, in proportion to the effective cost of
/// their covered usage; the cost of Capacity Blocks, apart from hours in use that have a cost of
/// their own, to those whose hours ran in them, in proportion to the hours. If nobody used it, it
/// remains with the account of its fee. The sum of `own` and `allocated` over all rows is exactly
/// the effective cost of the bill.
struct ChargebackRow {
  std::string currency;
  std::string account;
  std::string group;  ///< empty: without the tag, or no tag was requested
  std::uint64_t lines = 0;
  Measure billed;         ///< unblended cost
  Measure own;            ///< effective cost without what is allocated
  ExactAmount allocated;  ///< unused parts of commitments, and Capacity Blocks
};

/// One file of a bill.
struct BillFile {
  std::string name{};
  std::string format{};  ///< "CUR 2.0", ...
  std::uint64_t lines = 0;
  std::uint64_t left_out = 0;  ///< lines that the filter excluded
};

/// A counted note about lines that were skipped, incomplete or interpreted by an assumption.
struct BillDiagnostic {
  std::string code;
  Text message;  ///< a full sentence
  std::uint64_t count = 0;
  Text first;  ///< place of the first occurrence
};

/// The bill of one or more files, summed by keys, so that its size does not depend on the number
/// of lines. Immutable; any thread may read it. Amounts are exact, see ExactAmount.
struct Bill {
  std::vector<BillFile> files;
  std::vector<BillLine> lines;  ///< sorted by their keys
  std::vector<BillCommitment> commitments;
  std::vector<ChargebackRow> chargeback;    ///< sorted by currency, account and group
  std::vector<BillDiagnostic> diagnostics;  ///< sorted by code
  /// From the first start to the last end of usage; empty without usage.
  std::optional<Instant> begin{};
  std::optional<Instant> end{};
  bool estimated = false;  ///< the provider marked figures as estimates, which can still change

  std::uint64_t line_count() const;
};

/// Selects lines of a bill, and says how to read them; an empty member does nothing.
struct BillFilter {
  std::string account{};         ///< usage account
  std::string tag_key{};         ///< "team", without the provider's prefix
  std::string tag_value{};       ///< empty with a key: lines without that tag
  std::string group_tag{};       ///< key of the tag by which costs are grouped, see ChargebackRow
  std::optional<Instant> now{};  ///< usage after this time is reported
};

/// Adds a measure to a sum of measures. False if the sum is out of range.
[[nodiscard]] bool add(Measure& to, const Measure& more);

/// Sums in one currency.
struct BillTotal {
  std::string currency;
  std::uint64_t lines = 0;
  Measure billed;
  Measure effective;
};
/// Sums over the lines for which `counts` returns true, sorted by currency.
std::vector<BillTotal> totals(const Bill& bill, bool (*counts)(const BillLine&));

/// Whether the line is neither a tax nor a credit nor a refund.
bool is_running_cost(const BillLine& line);

}  // namespace nscope::cost
