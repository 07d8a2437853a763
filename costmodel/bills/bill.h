#pragma once

#include "costmodel/bills/exact_amount.h"
#include "costmodel/money/instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// How the hours of a bill's line were bought, as far as the bill says. No Purchase: a
/// bill has lines of no instance, Savings Plans without their kind, terms in other lines
/// or nowhere, and hours that are paid elsewhere, none of which can be bought by the hour.
enum class BoughtAs : std::uint8_t {
  kNone,  ///< the line is not about an instance
  kOnDemand,
  kReserved,
  kSavingsPlan,  ///< of a kind that the bill does not state
  kComputeSavingsPlan,
  kInstanceSavingsPlan,
  kSpot,
  kCapacityBlock,
  kDedicated,
  kNoCharge,  ///< hours at 0 without a commitment: paid elsewhere, as in a Capacity Block
};
/// The word of files and tables: "on_demand", "reserved", "savings_plan", ...
std::string_view to_string(BoughtAs bought);
/// The words for people: "On-demand", "Reserved Instance", ...
std::string_view title(BoughtAs bought);

/// What a line of a bill is.
enum class ChargeKind : std::uint8_t {
  kUsage,           ///< what ran or was used
  kUnusedCapacity,  ///< a Capacity Reservation that stood empty
  kCommitment,      ///< fees of commitments; effective: the part that nobody used
  kNegation,        ///< what a Savings Plan takes off the bill again; effective 0
  kDiscount,        ///< discounts as lines of their own (EDP, private rates)
  kFee,             ///< one-off and other fees: support, marketplace, Capacity Blocks
  kTax,
  kCredit,
  kRefund,
  kAdjustment,
  kOther,  ///< a type of line that we do not know: its amount counts
};
std::string_view to_string(ChargeKind kind);
std::string_view title(ChargeKind kind);

/// A sum and how many lines had a figure for it: where fewer than there are lines,
/// the sum is of a part only, and with 0 it is unknown.
struct Measure {
  ExactAmount sum;
  std::uint64_t lines = 0;
};

/// All lines of a bill that agree in the keys below.
struct BillLine {
  std::string period;  ///< billing month "2026-07"
  std::string account;
  std::string service;   ///< "AmazonEC2", or as the bill names it
  std::string instance;  ///< "trn1.32xlarge"; empty: not of an instance
  std::string region;
  std::string currency;  ///< ISO code
  BoughtAs bought = BoughtAs::kNone;
  ChargeKind kind = ChargeKind::kUsage;

  std::uint64_t lines = 0;
  Measure billed;      ///< unblended cost: what the invoice has
  Measure effective;   ///< amortised: upfront and recurring fees spread over the use
  Measure list;        ///< the same use at public on-demand prices
  Measure contracted;  ///< the same use at negotiated prices, without commitments
  Measure hours;       ///< instance-hours of kUsage, kUnusedCapacity, kCommitment
};

/// One Reserved Instance or Savings Plan as the bill shows it: what it cost in
/// these lines, what of it was used, and when it ends, as far as is stated.
struct BillCommitment {
  std::string id;  ///< ARN
  BoughtAs bought = BoughtAs::kNone;
  std::string currency;
  std::string instance;  ///< empty: several, or none stated
  std::string region;
  std::string term;      ///< as stated: "1yr"
  std::string payment;   ///< as stated: "No Upfront"
  std::string offering;  ///< as stated: "standard", "ComputeSavingsPlans"
  std::string end;       ///< as stated; empty: unknown
  Measure used;          ///< effective cost of the use it covered
  Measure unused;        ///< effective cost of what nobody used
  Measure hours;         ///< instance-hours it covered
};

/// One file that a bill was read from.
struct BillFile {
  std::string name{};
  std::string format{};  ///< "CUR 2.0", ...
  std::uint64_t lines = 0;
  std::uint64_t left_out = 0;  ///< lines that the filter left out
};

/// Something to know about a bill, counted.
struct BillDiagnostic {
  std::string code;
  std::string message;
  std::uint64_t count = 0;
  std::string first;  ///< where it was seen first
};

/// Bills of one or more files in a form that does not grow with their lines.
/// Immutable once made; share freely. Amounts are exact, see ExactAmount.
struct Bill {
  std::vector<BillFile> files;
  std::vector<BillLine> lines;  ///< sorted by their keys
  std::vector<BillCommitment> commitments;
  std::vector<BillDiagnostic> diagnostics;  ///< sorted by code
  /// From the first start to the last end of use; empty where nothing was used.
  std::optional<Instant> begin{};
  std::optional<Instant> end{};
  bool estimated = false;  ///< the provider says that figures may still change

  std::uint64_t line_count() const;
};

/// Which lines of a bill count; an empty member does not filter.
struct BillFilter {
  std::string account{};    ///< usage account
  std::string tag_key{};    ///< "team", without the provider's prefix
  std::string tag_value{};  ///< empty with a key: lines without that tag
};

/// Adds a measure to a sum of measures. False out of range.
[[nodiscard]] bool add(Measure& to, const Measure& more);

/// Sums over the lines that `counts` accepts, one per currency, sorted by it.
struct BillTotal {
  std::string currency;
  std::uint64_t lines = 0;
  Measure billed;
  Measure effective;
};
std::vector<BillTotal> totals(const Bill& bill, bool (*counts)(const BillLine&));

/// Use and commitments: what remains without taxes, credits, refunds.
bool is_running_cost(const BillLine& line);

}  // namespace nscope::cost
