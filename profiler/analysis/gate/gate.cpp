#include "profiler/analysis/gate/gate.h"

#include "profiler/analysis/gate/sample_comparison.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <set>
#include <utility>

namespace nscope::gate {
namespace {

using Names = std::set<std::string>;

Names names_of(std::span<const Run> runs) {
  Names names;
  for (const Run& run : runs) {
    for (const Metric& metric : run.summary.metrics) names.insert(metric.name);
  }
  return names;
}

Text missing_from_new_runs(const Sample& sample) {
  if (sample.absent.empty()) return tr("no new run has this metric");
  return tr("no new run has this metric: {}", sample.absent);
}

Text missing_from_baseline(const Sample& sample) {
  if (sample.absent.empty()) return tr("no run of the baseline has this metric");
  return tr("no run of the baseline has this metric: {}", sample.absent);
}

Text different_units(const Sample& before, const Sample& after) {
  if (before.mixed_units || after.mixed_units) {
    return tr(
        "units differ between runs; the first are '{}' in the baseline and '{}' in the new runs",
        before.unit, after.unit);
  }
  return tr("units differ: '{}' in the baseline, '{}' in the new runs", before.unit, after.unit);
}

/// One evaluation of a gate.
class Evaluation {
 public:
  Evaluation(const Rules& rules, const Baseline& baseline, std::span<const Run> new_runs,
             const GateOptions& options)
      : rules_(rules), baseline_(baseline), new_runs_(new_runs), options_(options) {
    const std::span<const Run> all = baseline.runs;
    compared_ = all.last(std::min(all.size(), rules.history_runs));
  }

  Result<GateReport> run(TaskControl& control);

 private:
  void find_checks();
  void find_pattern(std::size_t rule, const Names& all, Names& taken);
  std::optional<Quarantine> quarantine_of(std::string_view metric) const;
  Comparison compare_metric(const Check& check) const;
  void decide();
  void decide(Comparison& comparison, double adjusted) const;
  GateReport report() const;

  const Rules& rules_;
  const Baseline& baseline_;
  std::span<const Run> new_runs_;
  const GateOptions& options_;
  std::span<const Run> compared_;  ///< the latest runs of the baseline
  std::vector<Check> found_;
  std::vector<Comparison> comparisons_;
};

/// Rules by name come first, so that patterns apply only to the remaining metrics.
void Evaluation::find_checks() {
  Names taken;
  for (const Rule& rule : rules_.rules) {
    if (!rule.is_pattern()) taken.insert(rule.metric);
  }
  Names all = names_of(compared_);
  all.merge(names_of(new_runs_));
  for (std::size_t i = 0; i < rules_.rules.size(); ++i) {
    const std::string& metric = rules_.rules[i].metric;
    // The name of a metric may contain the characters of a pattern.
    if (rules_.rules[i].is_pattern() && !all.contains(metric)) {
      find_pattern(i, all, taken);
    } else {
      found_.push_back({.metric = metric, .rule = i});
    }
  }
  for (Check& check : found_) check.quarantine = quarantine_of(check.metric);
}

void Evaluation::find_pattern(std::size_t rule, const Names& all, Names& taken) {
  const std::size_t before = found_.size();
  bool fits = false;
  for (const std::string& name : all) {
    if (!rules_.rules[rule].matches(name)) continue;
    fits = true;
    if (taken.insert(name).second) found_.push_back({.metric = name, .rule = rule});
  }
  if (fits || found_.size() > before) return;
  found_.push_back(
      {.metric = rules_.rules[rule].metric,
       .rule = rule,
       .status = Status::kMissing,
       .reason = tr("no metric of the baseline or the new runs matches this pattern")});
}

std::optional<Quarantine> Evaluation::quarantine_of(std::string_view metric) const {
  for (const Quarantine& entry : baseline_.quarantine) {
    if (matches(entry.metric, metric)) return entry;
  }
  return std::nullopt;
}

Comparison Evaluation::compare_metric(const Check& found) const {
  if (found.status == Status::kMissing) return {.check = found};
  const Rule& rule = rules_.rules[found.rule];
  const Sample before = sample_of(compared_, found.metric);
  const Sample after = sample_of(new_runs_, found.metric);
  Check check = found;
  check.baseline_runs = before.values.size();
  check.new_runs = after.values.size();
  const auto not_compared = [&](Status status, Text reason) {
    check.status = status;
    check.reason = std::move(reason);
    return Comparison{.check = check};
  };
  if (after.values.empty()) return not_compared(Status::kMissing, missing_from_new_runs(after));
  if (before.values.empty()) {
    const bool by_pattern = found.metric != rule.metric;
    return not_compared(by_pattern ? Status::kNew : Status::kMissing,
                        missing_from_baseline(before));
  }
  if (before.mixed_units || after.mixed_units || before.unit != after.unit) {
    return not_compared(Status::kIncomparable, different_units(before, after));
  }
  if (check.new_runs < after.runs) {
    check.warnings.push_back(tr_plural(check.new_runs, "only {} of {} new runs has this metric",
                                       "only {} of {} new runs have this metric", check.new_runs,
                                       after.runs));
  }
  if (before.simulated != after.simulated) {
    check.warnings.push_back(
        tr("simulated values are compared with values that are not simulated"));
  }
  return compare(rule, std::move(check), before, after, found_.size(), options_.seed);
}

/// Corrects the p-values for their number and decides about the tested metrics.
void Evaluation::decide() {
  std::vector<Comparison*> tested;
  std::vector<double> p_values;
  for (Comparison& comparison : comparisons_) {
    if (!comparison.tested || comparison.check.quarantine) continue;
    tested.push_back(&comparison);
    p_values.push_back(*comparison.check.p);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    // The strictest step of Holm's method multiplies the smallest p-value by the number of tests.
    tested[i]->smallest_p *= static_cast<double>(tested.size());
    decide(*tested[i], adjusted[i]);
  }
  for (Comparison& comparison : comparisons_) {
    if (comparison.tested && comparison.check.quarantine) {
      decide(comparison, *comparison.check.p);
    }
  }
}

void Evaluation::decide(Comparison& comparison, double adjusted) const {
  Check& check = comparison.check;
  // The margin absorbs the rounding error of 1 - confidence.
  const double level = 1.0 - rules_.rules[check.rule].confidence + 1e-12;
  check.adjusted_p = adjusted;
  if (comparison.worse && adjusted <= level) {
    check.status = Status::kRegression;
  } else if (comparison.worse && comparison.smallest_p > level) {
    check.status = Status::kInconclusive;
    check.reason =
        tr("worse than the limit, but there are too few runs to decide at this confidence ({} new, "
           "{} in the baseline); add more runs",
           check.new_runs, check.baseline_runs);
  } else if (comparison.worse) {
    check.warnings.push_back(tr("worse than the limit, but not significant"));
  } else if (comparison.better && comparison.p_better <= level) {
    check.status = Status::kImproved;
  }
}

GateReport Evaluation::report() const {
  GateReport report{.baseline = baseline_.name,
                    .baseline_runs = compared_.size(),
                    .new_runs = new_runs_.size(),
                    .checks = {},
                    .strict = options_.strict,
                    .seed = options_.seed};
  const std::size_t all = baseline_.runs.size() + baseline_.older;
  if (compared_.size() < all) {
    report.notes.push_back(
        tr("Compared with the latest {} of {} runs in the baseline.", compared_.size(), all));
  }
  for (const Comparison& comparison : comparisons_) report.checks.push_back(comparison.check);
  for (Check& check : report.checks) {
    if (!check.reason.empty()) continue;
    if (check.status == Status::kRegression) check.reason = tr("worse than the limit");
    if (check.status == Status::kImproved) check.reason = tr("better by more than the limit");
  }
  return report;
}

Result<GateReport> Evaluation::run(TaskControl& control) {
  find_checks();
  control.begin(phrase("Comparing metrics"), found_.size());
  for (const Check& found : found_) {
    if (control.cancelled()) return cancelled();
    comparisons_.push_back(compare_metric(found));
    control.advance_to(comparisons_.size());
  }
  decide();
  return report();
}

}  // namespace

std::string_view to_string(Status status) {
  return title(status).english;
}

Phrase title(Status status) {
  static constexpr std::array<Phrase, 7> kTitles{
      phrase("ok"),         phrase("improved"), phrase("new"),         phrase("inconclusive"),
      phrase("regression"), phrase("missing"),  phrase("incomparable")};
  return kTitles[static_cast<std::size_t>(status)];
}

std::optional<double> Check::relative(std::optional<double> amount) const {
  if (!amount || !baseline || *baseline == 0.0) return std::nullopt;
  return *amount / std::abs(*baseline);
}

bool GateReport::blocks(const Check& check) const {
  if (check.quarantine) return false;
  switch (check.status) {
    case Status::kRegression:
    case Status::kMissing:
    case Status::kIncomparable: return true;
    case Status::kInconclusive: return strict;
    case Status::kOk:
    case Status::kImproved:
    case Status::kNew: break;
  }
  return false;
}

bool GateReport::passed() const {
  return std::none_of(checks.begin(), checks.end(),
                      [&](const Check& check) { return blocks(check); });
}

std::size_t GateReport::count(Status status) const {
  return static_cast<std::size_t>(std::count_if(
      checks.begin(), checks.end(),
      [&](const Check& check) { return check.status == status && !check.quarantine; }));
}

std::size_t GateReport::quarantined() const {
  return static_cast<std::size_t>(
      std::count_if(checks.begin(), checks.end(),
                    [](const Check& check) { return check.quarantine.has_value(); }));
}

Result<GateReport> evaluate(const Rules& rules, const Baseline& baseline,
                            std::span<const Run> new_runs, const GateOptions& options,
                            TaskControl& control) {
  assert(!new_runs.empty());
  return Evaluation(rules, baseline, new_runs, options).run(control);
}

}  // namespace nscope::gate
