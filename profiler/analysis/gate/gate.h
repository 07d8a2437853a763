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

/// A metric that is reported but cannot block: its figures are known to be flaky.
struct Quarantine {
  std::string metric;  ///< a name or a pattern
  std::string reason;
  std::string since;  ///< day, "2026-11-22"
};

/// What the new runs are compared with.
struct Baseline {
  std::string name;       ///< its file or folder
  std::vector<Run> runs;  ///< oldest first
  std::vector<Quarantine> quarantine{};
  std::size_t older = 0;  ///< runs that were not read: more than are compared with
};

enum class Status {
  kOk,            ///< not worse than the limit, or not beyond chance
  kImproved,      ///< better by more than the limit, beyond chance
  kNew,           ///< fits a pattern; the baseline does not have it
  kInconclusive,  ///< too few runs to decide: run again. Blocks with `strict`
  kRegression,    ///< worse than the limit, beyond chance. Blocks
  kMissing,       ///< a rule asks for it, nobody has it. Blocks
  kIncomparable,  ///< units differ. Blocks
};

std::string_view to_string(Status status);

/// One metric under one rule. Figures are in the metric's unit; what could not be
/// computed is empty.
struct Check {
  std::string metric;  ///< its name; the rule's pattern where nothing fits it
  std::string unit{};
  std::size_t rule = 0;  ///< index
  Status status = Status::kOk;
  std::string reason{};  ///< one sentence, for every status but kOk
  std::vector<std::string> warnings{};
  std::optional<Quarantine> quarantine{};  ///< if set, the status does not block

  std::size_t baseline_runs = 0;
  std::size_t new_runs = 0;
  bool exact = false;                  ///< compared without statistics
  std::optional<double> baseline{};    ///< median
  std::optional<double> value{};       ///< median of the new runs
  std::optional<double> shift{};       ///< new - baseline, by the rule's method
  std::optional<Interval> interval{};  ///< of the shift, two-sided
  std::optional<double> limit{};       ///< largest shift allowed, with its sign
  std::optional<double> noise{};       ///< robust deviation of one run of the baseline
  std::optional<double> detectable{};  ///< shift found in 95 % of cases, see detectable_shift()
  std::optional<double> p{};           ///< one-sided, that the change is for the worse by chance
  std::optional<double> adjusted_p{};  ///< after Holm's correction

  /// `amount` as a share of the baseline's median; empty where that is 0.
  std::optional<double> relative(std::optional<double> amount) const;
};

struct GateOptions {
  bool strict = false;     ///< what is inconclusive blocks
  std::uint64_t seed = 1;  ///< of the bootstrap
};

struct GateReport {
  std::string baseline;
  std::size_t baseline_runs = 0;
  std::size_t new_runs = 0;
  std::vector<Check> checks;  ///< in the order of the rules, inside a pattern by name
  std::vector<std::string> notes{};
  bool strict = false;
  std::uint64_t seed = 1;

  /// Whether this check stops the change.
  bool blocks(const Check& check) const;
  bool passed() const;
  std::size_t count(Status status) const;  ///< without the quarantined
  std::size_t quarantined() const;
};

/// Judges the new runs, of which there is at least one (asserted).
///
/// A metric has regressed where its shift is worse than the rule's limit and its
/// minimum effect, and the one-sided p-value, corrected by Holm's method for all
/// metrics of this gate, is at most 1 - confidence. Fewer than the minimum of new
/// runs never block: where they exceed the limit by more than the baseline's own
/// noise explains, the check is inconclusive. Simulated figures that do not vary are
/// compared without statistics. docs/gate.md has the reasons.
/// Errors: kCancelled.
Result<GateReport> evaluate(const Rules& rules, const Baseline& baseline,
                            std::span<const Run> new_runs, const GateOptions& options,
                            TaskControl& control);

}  // namespace nscope::gate
