#include "profiler/analysis/gate/sample_comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::gate {
namespace {

constexpr std::size_t kDefaultMinimumRuns = 5;
/// The noise of fewer values cannot be estimated.
constexpr std::size_t kMinimumRunsForNoise = 5;
constexpr std::size_t kMinimumResamples = 2'000;
constexpr std::size_t kMaximumResamples = 100'000;
/// A metric is flaky if its smallest detectable change is more than this many times its limit.
constexpr double kFlakyFactor = 3.0;

std::vector<double> oriented(const Sample& sample, double sign) {
  std::vector<double> values = sample.values;
  for (double& value : values) value *= sign;
  return values;
}

/// One comparison. Values have the sign with which greater is worse.
class Comparer {
 public:
  Comparer(const Rule& rule, const Sample& baseline, const Sample& changed, Comparison& out)
      : rule_(rule),
        sign_(rule.direction == Direction::kLowerIsBetter ? 1.0 : -1.0),
        before_(oriented(baseline, sign_)),
        after_(oriented(changed, sign_)),
        out_(out) {}

  void describe(bool exact);
  void decide_exactly();
  void decide_from_few();
  void test(std::size_t tests, std::uint64_t seed);

  std::size_t minimum() const {
    return rule_.minimum_runs.value_or(out_.check.exact ? 1 : kDefaultMinimumRuns);
  }
  bool few() const { return after_.size() < minimum(); }

 private:
  void set_shift(double worse_by);
  void set_interval(const Interval& worse);
  void test_by_ranks();
  void test_by_bootstrap(std::size_t tests, std::uint64_t seed);

  const Rule& rule_;
  double sign_;
  std::vector<double> before_;
  std::vector<double> after_;
  Comparison& out_;
};

void Comparer::describe(bool exact) {
  Check& check = out_.check;
  check.exact = exact;
  check.baseline = sign_ * median(before_);
  check.value = sign_ * median(after_);
  const double limit =
      rule_.absolute_limit.value_or(rule_.relative_limit.value_or(0.0) * std::abs(*check.baseline));
  check.limit = sign_ * limit;
  if (!exact && before_.size() >= kMinimumRunsForNoise) {
    check.noise = scaled_mad(before_);
    check.detectable =
        detectable_shift(*check.noise, before_.size(), after_.size(), rule_.confidence);
  }
  set_shift(exact ? median(after_) - median(before_) : hodges_lehmann_shift(before_, after_));
}

void Comparer::set_shift(double worse_by) {
  const double limit = std::abs(*out_.check.limit);
  out_.check.shift = sign_ * worse_by + 0.0;  // turns -0.0 into 0.0
  out_.worse = worse_by > limit && worse_by >= rule_.minimum_effect;
  out_.better = -worse_by > limit && -worse_by >= rule_.minimum_effect;
}

void Comparer::set_interval(const Interval& worse) {
  const double a = sign_ * worse.low;
  const double b = sign_ * worse.high;
  out_.check.interval = Interval{std::min(a, b), std::max(a, b)};
}

void Comparer::decide_exactly() {
  if (out_.worse) out_.check.status = Status::kRegression;
  if (out_.better) out_.check.status = Status::kImproved;
}

/// A few runs cannot block. If the noise of the baseline does not explain their change, the check
/// is inconclusive.
void Comparer::decide_from_few() {
  Check& check = out_.check;
  if (!out_.worse) return;
  const double spread =
      1.0 / static_cast<double>(before_.size()) + 1.0 / static_cast<double>(after_.size());
  if (check.noise) {
    const double explained = normal_quantile(rule_.confidence) * *check.noise * std::sqrt(spread);
    if (std::abs(*check.shift) <= explained) {
      check.warnings.push_back(tr("worse than the limit, but within the noise of the baseline"));
      return;
    }
  }
  check.status = Status::kInconclusive;
  check.reason =
      tr("worse than the limit, but there are only {} of {} required new runs; add more runs",
         after_.size(), minimum());
}

void Comparer::test(std::size_t tests, std::uint64_t seed) {
  out_.tested = true;
  if (rule_.method == Method::kBootstrap) {
    test_by_bootstrap(tests, seed);
  } else {
    test_by_ranks();
  }
  Check& check = out_.check;
  const double limit = std::abs(*check.limit);
  if (check.detectable && *check.detectable > kFlakyFactor * limit && limit > 0.0) {
    check.warnings.push_back(tr(
        "flaky: because of its noise, only changes of more than three times the limit are found "
        "reliably; improve the measurement, add runs, raise the limit or quarantine the metric"));
  }
}

void Comparer::test_by_ranks() {
  out_.check.p = mann_whitney_greater(before_, after_).p_greater;
  if (out_.better) out_.p_better = mann_whitney_greater(after_, before_).p_greater;
  out_.smallest_p = smallest_mann_whitney_p(before_.size(), after_.size());
  if (const auto interval = hodges_lehmann_interval(before_, after_, rule_.confidence)) {
    set_interval(*interval);
  }
}

void Comparer::test_by_bootstrap(std::size_t tests, std::uint64_t seed) {
  // The corrected p-value must be able to fall well below its level.
  const double wanted = 10.0 * static_cast<double>(tests) / (1.0 - rule_.confidence);
  std::size_t resamples = kMinimumResamples;
  auto change = bootstrap_change(before_, after_, rule_.confidence, resamples, seed);
  const double resolved = 20.0 / static_cast<double>(resamples);
  if (wanted > static_cast<double>(resamples) && change.p_greater < resolved) {
    resamples = static_cast<std::size_t>(std::min(wanted, static_cast<double>(kMaximumResamples)));
    change = bootstrap_change(before_, after_, rule_.confidence, resamples, seed);
  }
  out_.check.p = change.p_greater;
  out_.p_better = 1.0 - change.p_greater;
  out_.smallest_p = 1.0 / static_cast<double>(1 + resamples);
  set_shift(change.shift);
  set_interval(change.interval);
}

}  // namespace

bool Sample::constant() const {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

Sample sample_of(std::span<const Run> runs, std::string_view metric) {
  Sample sample{.values = {}, .runs = runs.size()};
  for (const Run& run : runs) {
    const Metric* found = run.summary.find(metric);
    if (found != nullptr) {
      if (sample.values.empty()) sample.unit = found->unit;
      sample.mixed_units = sample.mixed_units || found->unit != sample.unit;
      sample.simulated = sample.simulated && found->provenance == Provenance::kSimulated;
      sample.values.push_back(found->value);
      continue;
    }
    for (const auto& [name, reason] : run.summary.unavailable) {
      if (name == metric && sample.absent.empty()) sample.absent = reason;
    }
  }
  return sample;
}

Comparison compare(const Rule& rule, Check check, const Sample& baseline, const Sample& changed,
                   std::size_t tests, std::uint64_t seed) {
  Comparison out{.check = std::move(check)};
  Check& result = out.check;
  result.unit = changed.unit;
  result.baseline_runs = baseline.values.size();
  result.new_runs = changed.values.size();
  Comparer comparer(rule, baseline, changed, out);
  const bool without_noise =
      baseline.simulated && changed.simulated && baseline.constant() && changed.constant();
  comparer.describe(rule.method == Method::kExact || without_noise);
  if (result.baseline_runs < comparer.minimum()) {
    result.status = Status::kInconclusive;
    result.reason = tr("the baseline has only {} of {} required runs", result.baseline_runs,
                       comparer.minimum());
  } else if (comparer.few()) {
    comparer.decide_from_few();
  } else if (result.exact) {
    comparer.decide_exactly();
  } else {
    comparer.test(tests, seed);
  }
  return out;
}

}  // namespace nscope::gate
