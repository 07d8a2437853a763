#pragma once

#include "costmodel/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// What is paid for.
enum class Billing {
  kBusyHours,  ///< hours that the work takes at the stated utilisation, and no others
  kAlwaysOn,   ///< whole groups of instances around the clock, as many as the load needs
};
std::string_view to_string(Billing billing);

/// What a company really paid for its machines: own figures, not a list.
struct OwnBill {
  Usd per_instance_hour;                  ///< effective: amortised, after discounts
  double instance_hours_per_month = 0.0;  ///< of all instances, for the load of month 1
  std::string source;
  std::string date;
};

/// One of the two ways to do the work.
struct RoiSide {
  /// Machine, number, throughput. Until it is filled, `work.pending` or `reference`
  /// says where the throughput comes from.
  WorkItem work;
  /// An item of a cost scenario instead: its file or built-in name, and its label.
  struct Reference {
    std::string scenario;
    std::string item;
  };
  std::optional<Reference> reference{};
  std::optional<OwnBill> bill{};
  Purchase option{};
  std::string region;
  Billing billing = Billing::kBusyHours;
  /// Share of the paid time in which the machines do useful work; always on: the
  /// highest share that the operator lets them reach.
  double utilisation = 1.0;
  std::string utilisation_source;
};

/// The work of a month: tokens, in runs or not.
struct RoiLoad {
  std::optional<double> tokens_per_month{};
  std::optional<double> runs_per_month{};
  std::optional<double> tokens_per_run{};  ///< else of the baseline's stated run
  double growth_per_month = 0.0;           ///< 0.02: two percent more each month
  std::string source;
};

/// Work of people.
struct EffortPhase {
  std::string name;
  double engineer_weeks = 0.0;
  Usd usd_per_week;  ///< loaded: with benefits, tools, overhead
  double from_month = 0.0;
  double to_month = 0.0;  ///< equal to `from_month`: paid at once at the end of it
  std::string source;
};

/// A payment at the end of a month (0: today).
struct OneOff {
  std::string name;
  Usd usd;
  int month = 0;
  std::string source;
};

/// Machine hours to prove that the new way gives the same answers.
struct ValidationHours {
  double instance_hours = 0.0;  ///< of the target, at its price
  int month = 0;
  std::string source;
};

/// Compiling the graphs, once and again with every release.
struct CompileHours {
  double hours = 0.0;  ///< of one graph
  double graphs = 1.0;
  Usd usd_per_hour;  ///< of the machine that compiles
  double repeats_per_month = 0.0;
  int month = 0;  ///< of the first time
  std::string source;
};

/// A cost that the target has and the baseline has not (negative: the reverse).
struct MonthlyCost {
  std::string name;
  Usd usd_per_month;
  int from_month = 1;
  std::string source;
};

/// What is owed for the old machines until it expires, whether they run or not.
struct OwedCommitment {
  std::string label;
  Usd usd_per_month;
  double months_left = 0.0;
  std::string source;
};

enum class SideName { kBaseline, kTarget };
std::string_view to_string(SideName side);

/// The price of one side may fall, at random times.
struct PriceCutRisk {
  SideName side = SideName::kBaseline;
  double probability_per_year = 0.0;
  double size = 0.0;  ///< 0.33: a third off
  std::string source;
};

/// What the user found out about features and operators.
struct ChecklistItem {
  enum class State { kSupported, kUnsupported, kUnknown };
  std::string item;
  State state = State::kUnknown;
  std::string source;
};

/// What can be uncertain.
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
/// The word of files: "target.throughput", "effort", ...
std::string_view to_string(RoiInput input);
/// The words for people: "target throughput", "engineering effort", ...
std::string_view title(RoiInput input);
std::optional<RoiInput> parse_roi_input(std::string_view text);
/// A share between 0 and 1, with a beta distribution; the others are factors of
/// the base value, with a lognormal one.
bool is_share(RoiInput input);

/// The 10 % and 90 % quantiles of an input: factors of its base value, or shares.
struct InputRange {
  RoiInput input = RoiInput::kTargetThroughput;
  double p10 = 1.0;
  double p90 = 1.0;
  std::string source;
};
struct InputCorrelation {
  RoiInput first = RoiInput::kBaselinePrice;
  RoiInput second = RoiInput::kTargetPrice;
  double value = 0.0;  ///< of the underlying normals, between -1 and 1
  std::string source;
};
struct Uncertainty {
  int trials = 10'000;
  std::uint64_t seed = 1;
  std::vector<InputRange> ranges;
  std::vector<InputCorrelation> correlations;
};

/// The question whether to move a workload to other machines. Plain data, read
/// from `nscope.roi/1` (docs/roi.md). Months are counted from today: month 1 ends
/// a month from now, and the payments of a month are booked at its end.
struct RoiStudy {
  std::string title;
  std::string note;
  std::optional<Day> as_of{};
  int horizon_months = 36;
  double discount_rate = 0.0;  ///< per year, effective
  std::string discount_source;
  RoiLoad load;
  RoiSide baseline;
  RoiSide target;
  double go_live_month = 0.0;        ///< months from today until the target takes over
  double dual_running_months = 0.0;  ///< before that, in which both are paid for
  double dual_running_share = 1.0;   ///< of the load that the target gets meanwhile
  std::vector<EffortPhase> phases;
  std::vector<OneOff> one_offs;
  std::optional<ValidationHours> validation{};
  std::optional<CompileHours> compile{};
  std::vector<MonthlyCost> monthly;
  std::vector<OwedCommitment> commitments;
  std::vector<PriceCutRisk> price_cuts;
  std::vector<ChecklistItem> checklist;
  Uncertainty uncertainty;

  const RoiSide& side(SideName name) const {
    return name == SideName::kBaseline ? baseline : target;
  }
};

/// Reads a study, strictly: unknown members, wrong types and values that cannot be
/// are errors. `name` is the file's name. Errors: kBadInput naming file and member;
/// kUnsupportedVersion for another `nscope.roi/` schema.
Result<RoiStudy> roi_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::cost
