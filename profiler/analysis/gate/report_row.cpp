#include "profiler/analysis/gate/report.h"
#include "profiler/analysis/metrics/metric_text.h"

#include <array>
#include <cmath>
#include <utility>

namespace nscope::gate {
namespace {

Text no_value() {
  return Text::verbatim("-");
}

Text value_text(const Check& check, std::optional<double> value) {
  if (!value) return no_value();
  return analysis::metric_text({.name = check.metric, .value = *value, .unit = check.unit});
}

/// "-" or "+" and the text of the absolute amount.
Text signed_text(double amount, Text absolute) {
  return amount < 0.0 ? tr("-{}", std::move(absolute)) : tr("+{}", std::move(absolute));
}

Text amount_text(const Check& check, double amount) {
  return signed_text(amount, value_text(check, std::abs(amount)));
}

Text share_text(double share) {
  return tr("{}", as::percent(share, 2));
}

Text signed_share_text(double share) {
  return signed_text(share, share_text(std::abs(share)));
}

Text p_text(const Check& check) {
  if (!check.adjusted_p) return check.exact ? tr("exact") : no_value();
  if (*check.adjusted_p < 0.0001) return tr("<{}", as::fixed(0.0001, 4));
  return tr("{}", as::fixed(*check.adjusted_p, 4));
}

Text limit_text(const Rule& rule, const Check& check) {
  const double sign = rule.direction == Direction::kLowerIsBetter ? 1.0 : -1.0;
  if (rule.relative_limit) return signed_share_text(sign * *rule.relative_limit);
  return amount_text(check, sign * *rule.absolute_limit);
}

/// "2 regressions".
Text count_text(std::size_t count, Status status) {
  switch (status) {
    case Status::kOk: return tr("{} ok", count);
    case Status::kImproved: return tr("{} improved", count);
    case Status::kNew: return tr("{} new", count);
    case Status::kInconclusive: return tr("{} inconclusive", count);
    case Status::kRegression: return tr_plural(count, "{} regression", "{} regressions", count);
    case Status::kMissing: return tr("{} missing", count);
    case Status::kIncomparable: break;
  }
  return tr("{} incomparable", count);
}

}  // namespace

ReportRow report_row(const GateReport& report, const Rules& rules, const Check& check) {
  ReportRow row{.status = title(check.status),
                .metric = check.metric,
                .baseline = value_text(check, check.baseline),
                .value = value_text(check, check.value),
                .change = no_value(),
                .limit = limit_text(rules.rules[check.rule], check),
                .noise = no_value(),
                .p = p_text(check),
                .runs = tr("{} / {}", check.new_runs, check.baseline_runs)};
  if (check.quarantine) row.status = tr("quarantined ({})", row.status);
  if (report.blocks(check)) row.status = tr("FAILED: {}", row.status);
  if (const auto share = check.relative(check.shift)) {
    row.change = signed_share_text(*share);
  } else if (check.shift) {
    row.change = amount_text(check, *check.shift);
  }
  if (const auto share = check.relative(check.noise)) {
    row.noise = share_text(*share);
  } else if (check.noise) {
    row.noise = value_text(check, check.noise);
  }
  return row;
}

std::vector<Text> report_row_titles() {
  return {tr("Status"), tr("Metric"),  tr("Baseline"),
          tr("New"),    tr("Change"),  tr("Limit"),
          tr("Noise"),  tr("p-value"), tr("Runs (new / baseline)")};
}

std::vector<Text> remarks(const Check& check) {
  std::vector<Text> all;
  if (!check.reason.empty()) all.push_back(check.reason);
  all.insert(all.end(), check.warnings.begin(), check.warnings.end());
  if (check.quarantine) {
    all.push_back(
        tr("in quarantine since {}: {}", check.quarantine->since, check.quarantine->reason));
  }
  return all;
}

Text remarks_line(const Check& check) {
  return joined_by_semicolons(remarks(check));
}

Text headline(const GateReport& report) {
  const Text new_runs =
      tr_plural(report.new_runs, "{} new run", "{} new runs", as::count(report.new_runs));
  const Text baseline_runs = tr_plural(report.baseline_runs, "{} baseline run", "{} baseline runs",
                                       as::count(report.baseline_runs));
  return tr("{} compared with {} in {}", new_runs, baseline_runs, report.baseline);
}

Text verdict_line(const GateReport& report) {
  static constexpr auto kOrder =
      std::to_array({Status::kRegression, Status::kMissing, Status::kIncomparable,
                     Status::kInconclusive, Status::kImproved, Status::kNew, Status::kOk});
  std::vector<Text> counts;
  for (const Status status : kOrder) {
    if (const std::size_t count = report.count(status); count > 0) {
      counts.push_back(count_text(count, status));
    }
  }
  if (const std::size_t count = report.quarantined(); count > 0) {
    counts.push_back(tr("{} quarantined", count));
  }
  const Text list = joined(counts);
  return report.passed() ? tr("passed: {}", list) : tr("FAILED: {}", list);
}

}  // namespace nscope::gate
