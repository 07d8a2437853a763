#pragma once

#include "profiler/analysis/gate/gate_rules.h"
#include "profiler/analysis/gate/run.h"
#include "profiler/analysis/gate/statistics.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::gate {

/// A metric that is reported but cannot block, because its values are known to be flaky.
struct Quarantine {
  std::string metric;  ///< a name or a pattern
  std::string reason;
  std::string since;  ///< day, "2026-11-22"
};

/// The runs with which new runs are compared.
struct Baseline {
  std::string name{};       ///< file or folder
  std::vector<Run> runs{};  ///< oldest first
  std::vector<Quarantine> quarantine{};
  std::size_t older = 0;  ///< earlier runs that were not read
};

enum class Status {
  kOk,            ///< not worse than the limit, or not significant
  kImproved,      ///< better by more than the limit, significant
  kNew,           ///< matches a pattern, but is not in the baseline
  kInconclusive,  ///< too few runs to decide; blocks with GateOptions::strict
  kRegression,    ///< worse than the limit, significant; blocks
  kMissing,       ///< a rule requires the metric, but the runs do not have it; blocks
  kIncomparable,  ///< the units differ; blocks
};

/// The id in JSON: "ok", "regression", ...
std::string_view to_string(Status status);
/// The word for users.
Phrase title(Status status);

/// The result for one metric under one rule. Values are in the unit of the metric; those that
/// could not be computed are empty.
struct Check {
  std::string metric;  ///< name, or the pattern of the rule if no metric matches
  std::string unit{};
  std::size_t rule = 0;  ///< index
  Status status = Status::kOk;
  Text reason{};  ///< for every status but kOk
  std::vector<Text> warnings{};
  std::optional<Quarantine> quarantine{};  ///< if set, the status does not block

  std::size_t baseline_runs = 0;
  std::size_t new_runs = 0;
  bool exact = false;                  ///< compared without statistics
  std::optional<double> baseline{};    ///< median of the baseline
  std::optional<double> value{};       ///< median of the new runs
  std::optional<double> shift{};       ///< new - baseline, by the method of the rule
  std::optional<Interval> interval{};  ///< two-sided interval of the shift
  std::optional<double> limit{};       ///< largest permitted shift, with its sign
  std::optional<double> noise{};       ///< robust standard deviation of the baseline's runs
  std::optional<double> detectable{};  ///< shift found in 95 % of cases, see detectable_shift()
  std::optional<double> p{};           ///< one-sided p-value of a change for the worse
  std::optional<double> adjusted_p{};  ///< after Holm's correction

  /// `amount` as a share of the median of the baseline; empty if that is 0.
  std::optional<double> relative(std::optional<double> amount) const;
};

struct GateOptions {
  bool strict = false;     ///< inconclusive checks block
  std::uint64_t seed = 1;  ///< seed of the bootstrap
};

struct GateReport {
  std::string baseline;
  std::size_t baseline_runs = 0;
  std::size_t new_runs = 0;
  std::vector<Check> checks;  ///< in the order of the rules; for a pattern sorted by name
  std::vector<Text> notes{};
  bool strict = false;
  std::uint64_t seed = 1;

  /// Whether the check makes the gate fail.
  bool blocks(const Check& check) const;
  bool passed() const;
  std::size_t count(Status status) const;  ///< without quarantined checks
  std::size_t quarantined() const;
};

/// Evaluates the new runs, at least one (asserted).
///
/// A metric is a regression if its shift is worse than the limit and at least the minimum effect of
/// its rule, and the one-sided p-value, corrected with Holm's method for all metrics of this gate,
/// is at most 1 - confidence. Fewer new runs than the minimum never block: if they exceed the limit
/// by more than the noise of the baseline explains, the check is inconclusive. Simulated values
/// that do not vary are compared without statistics. See docs/gate.md for the reasons. Errors:
/// kCancelled.
Result<GateReport> evaluate(const Rules& rules, const Baseline& baseline,
                            std::span<const Run> new_runs, const GateOptions& options,
                            TaskControl& control);

}  // namespace nscope::gate
