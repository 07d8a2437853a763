#pragma once

#include "costmodel/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The hours that are paid.
enum class Billing {
  kBusyHours,  ///< only the hours of the work at the stated utilisation
  kAlwaysOn,   ///< around the clock, for the smallest number of whole groups that serve the load
};
std::string_view to_string(Billing billing);

/// The effective price that was paid for the instances, from the user's own bill.
struct OwnBill {
  Usd per_instance_hour;                  ///< effective: amortised, after discounts
  double instance_hours_per_month = 0.0;  ///< of all instances, for the load of month 1
  Text source;
  std::string date;
};

/// One of the two sides of a study.
struct RoiSide {
  /// Instances and throughput. Until the throughput is known, `work.pending` or `reference`
  /// states its origin.
  WorkItem work;
  /// An item of a cost scenario: the file or built-in name of the scenario, and the label.
  struct Reference {
    std::string scenario;
    std::string item;
  };
  std::optional<Reference> reference{};
  std::optional<OwnBill> bill{};
  Purchase option{};
  std::string region;
  Billing billing = Billing::kBusyHours;
  /// Share of the paid time in which the instances do useful work; with Billing::kAlwaysOn the
  /// highest utilisation that is allowed.
  double utilisation = 1.0;
  Text utilisation_source;
};

/// The load per month, in tokens or runs.
struct RoiLoad {
  std::optional<double> tokens_per_month{};
  std::optional<double> runs_per_month{};
  std::optional<double> tokens_per_run{};  ///< those of the baseline's stated run if empty
  double growth_per_month = 0.0;           ///< 0.02: two per cent more each month
  Text source;
};

/// Engineering work.
struct EffortPhase {
  std::string name;
  double engineer_weeks = 0.0;
  Usd usd_per_week;  ///< total cost, including benefits, tools and overhead
  double from_month = 0.0;
  double to_month = 0.0;  ///< if equal to `from_month`, paid at the end of that month
  Text source;
};

/// A payment at the end of a month; month 0 is today.
struct OneOff {
  std::string name;
  Usd usd;
  int month = 0;
  std::string source;
  /// Of a payment that is capitalised (owned hardware, upfront fees): months of straight-line
  /// depreciation after the payment. 0: an expense of its month.
  int depreciation_months = 0;
};

/// Instance-hours to validate that the target gives the same output.
struct ValidationHours {
  double instance_hours = 0.0;  ///< of the target, at its price
  int month = 0;
  std::string source;
};

/// Compilation of the graphs, initially and for every release.
struct CompileHours {
  double hours = 0.0;  ///< of one graph
  double graphs = 1.0;
  Usd usd_per_hour;  ///< of the host that compiles
  double repeats_per_month = 0.0;
  int month = 0;  ///< of the first compilation
  std::string source;
};

/// A cost of the target that the baseline does not have; negative for a cost of the baseline.
struct MonthlyCost {
  std::string name;
  Usd usd_per_month;
  int from_month = 1;
  std::string source;
};

/// An existing commitment for the baseline, which is owed until it expires.
struct OwedCommitment {
  std::string label;
  Usd usd_per_month;
  double months_left = 0.0;
  std::string source;
};

/// Owned hardware of the baseline, which is sold at go-live.
struct OwnedHardware {
  std::string label;
  Usd book;                  ///< book value today
  double months_left = 0.0;  ///< of straight-line depreciation
  Usd resale;                ///< proceeds
  std::string source;
};

/// Tax on profit. Losses reduce the tax of the same month, as in a company with other profits.
struct IncomeTax {
  double rate = 0.0;
  std::string source;
};

enum class SideName { kBaseline, kTarget };
std::string_view to_string(SideName side);

/// Price cuts of one side at random times.
struct PriceCutRisk {
  SideName side = SideName::kBaseline;
  double probability_per_year = 0.0;
  double size = 0.0;  ///< share of the price: 0.33
  std::string source;
};

/// The user's knowledge about the support of a feature or operator.
struct ChecklistItem {
  enum class State { kSupported, kUnsupported, kUnknown };
  std::string item;
  State state = State::kUnknown;
  std::string source;
};

/// Inputs that can have a range.
enum class RoiInput {
  kBaselineThroughput,
  kBaselinePrice,
  kBaselineUtilisation,
  kTargetThroughput,
  kTargetPrice,
  kTargetUtilisation,
  kLoad,
  kEffort,
  kSchedule,
};
inline constexpr std::array kRoiInputs = {RoiInput::kBaselineThroughput,
                                          RoiInput::kBaselinePrice,
                                          RoiInput::kBaselineUtilisation,
                                          RoiInput::kTargetThroughput,
                                          RoiInput::kTargetPrice,
                                          RoiInput::kTargetUtilisation,
                                          RoiInput::kLoad,
                                          RoiInput::kEffort,
                                          RoiInput::kSchedule};
/// The id in files: "target.throughput", "effort", ...
std::string_view to_string(RoiInput input);
/// The name that people read: "target throughput", "engineering effort", ...
Phrase title(RoiInput input);
std::optional<RoiInput> parse_roi_input(std::string_view text);
/// Whether the input is a share between 0 and 1, which has a beta distribution. Other inputs are
/// factors of the base value with a lognormal distribution.
bool is_share(RoiInput input);

/// The 10 % and 90 % quantiles of an input: factors of its base value, or shares.
struct InputRange {
  RoiInput input = RoiInput::kTargetThroughput;
  double p10 = 1.0;
  double p90 = 1.0;
  Text source;
};
struct InputCorrelation {
  RoiInput first = RoiInput::kBaselinePrice;
  RoiInput second = RoiInput::kTargetPrice;
  double value = 0.0;  ///< of the underlying normal distributions, between -1 and 1
  std::string source;
};
struct Uncertainty {
  int trials = 10'000;
  std::uint64_t seed = 1;
  std::vector<InputRange> ranges;
  std::vector<InputCorrelation> correlations;
};

/// A study about moving a workload to other instances. Plain data, read from `nscope.roi/1`
/// (docs/roi.md). Months count from today: month 1 ends one month from now, and payments are at
/// the end of a month.
struct RoiStudy {
  std::string title;
  Text note;
  std::optional<Day> as_of{};
  int horizon_months = 36;
  double discount_rate = 0.0;  ///< per year, effective
  std::string discount_source;
  RoiLoad load;
  RoiSide baseline;
  RoiSide target;
  double go_live_month = 0.0;        ///< months from today until the target takes over
  double dual_running_months = 0.0;  ///< before go-live, in which both sides are paid
  double dual_running_share = 1.0;   ///< share of the load that the target gets in these months
  std::vector<EffortPhase> phases;
  std::vector<OneOff> one_offs;
  std::optional<ValidationHours> validation{};
  std::optional<CompileHours> compile{};
  std::vector<MonthlyCost> monthly;
  std::vector<OwedCommitment> commitments;
  std::vector<OwnedHardware> owned;
  std::optional<IncomeTax> tax{};
  std::vector<PriceCutRisk> price_cuts;
  std::vector<ChecklistItem> checklist;
  Uncertainty uncertainty;

  const RoiSide& side(SideName name) const {
    return name == SideName::kBaseline ? baseline : target;
  }
};

/// Reads a study strictly: unknown keys, wrong types and invalid values are errors. `name` is the
/// name of the file. Errors: kBadInput naming file and member; kUnsupportedVersion for another
/// `nscope.roi/` schema.
Result<RoiStudy> roi_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::cost
