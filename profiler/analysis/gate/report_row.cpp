#include "profiler/analysis/gate/report.h"
#include "profiler/analysis/metrics/metric_text.h"
#include "profiler/base/format.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gate {
namespace {

constexpr std::string_view kNoFigure = "-";

std::string value_text(const Check& check, std::optional<double> value) {
  if (!value) return std::string(kNoFigure);
  return analysis::metric_text({.name = check.metric, .value = *value, .unit = check.unit});
}

std::string amount_text(const Check& check, double amount) {
  return (amount < 0.0 ? "-" : "+") + value_text(check, std::abs(amount));
}

std::string share_text(double share, bool with_sign) {
  return with_sign ? fmt::format("{:+.2f} %", share * 100.0)
                   : fmt::format("{:.2f} %", share * 100.0);
}

std::string p_text(const Check& check) {
  if (!check.adjusted_p) return std::string(check.exact ? "exact" : kNoFigure);
  return *check.adjusted_p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", *check.adjusted_p);
}

std::string limit_text(const Rule& rule, const Check& check) {
  const double sign = rule.direction == Direction::kLowerIsBetter ? 1.0 : -1.0;
  if (rule.relative_limit) return share_text(sign * *rule.relative_limit, true);
  return amount_text(check, sign * *rule.absolute_limit);
}

}  // namespace

ReportRow report_row(const GateReport& report, const Rules& rules, const Check& check) {
  ReportRow row{.status = std::string(to_string(check.status)),
                .metric = check.metric,
                .baseline = value_text(check, check.baseline),
                .value = value_text(check, check.value),
                .change = std::string(kNoFigure),
                .limit = limit_text(rules.rules[check.rule], check),
                .noise = std::string(kNoFigure),
                .p = p_text(check),
                .runs = fmt::format("{} / {}", check.new_runs, check.baseline_runs)};
  if (check.quarantine) row.status = fmt::format("quarantined ({})", row.status);
  if (report.blocks(check)) row.status = "FAILED: " + row.status;
  if (const auto share = check.relative(check.shift)) {
    row.change = share_text(*share, true);
  } else if (check.shift) {
    row.change = amount_text(check, *check.shift);
  }
  if (const auto share = check.relative(check.noise)) {
    row.noise = share_text(*share, false);
  } else if (check.noise) {
    row.noise = value_text(check, check.noise);
  }
  return row;
}

std::vector<std::string> remarks(const Check& check) {
  std::vector<std::string> all;
  if (!check.reason.empty()) all.push_back(check.reason);
  all.insert(all.end(), check.warnings.begin(), check.warnings.end());
  if (check.quarantine) {
    all.push_back(fmt::format("in quarantine since {}: {}", check.quarantine->since,
                              check.quarantine->reason));
  }
  return all;
}

std::string headline(const GateReport& report) {
  return fmt::format("{} new {} against {} in {}", report.new_runs,
                     report.new_runs == 1 ? "run" : "runs", report.baseline_runs, report.baseline);
}

std::string verdict_line(const GateReport& report) {
  static constexpr auto kOrder =
      std::to_array({Status::kRegression, Status::kMissing, Status::kIncomparable,
                     Status::kInconclusive, Status::kImproved, Status::kNew, Status::kOk});
  std::string counts;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, what);
  };
  for (const Status status : kOrder) add(report.count(status), to_string(status));
  add(report.quarantined(), "quarantined");
  return fmt::format("{}: {}", report.passed() ? "passed" : "FAILED", counts);
}

}  // namespace nscope::gate
