#include "simcore/engine/gpu/gpu_calibrate.h"

#include "profiler/base/order_statistics.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/fit/parameter_fit.h"
#include "simcore/engine/gpu/gpu_rows.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/validation/validation_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kPriorWeight = 0.2;

/// One measurement with its placement.
struct Case {
  GpuPlan plan;
  const GpuMeasurement* measurement = nullptr;
  std::string model;
  std::string source;  ///< repository with its commit
  std::string group;   ///< source, model family and device
  std::string chip;    ///< equal for devices that differ only in their memory

  double predict(const GpuParameters& parameters) const {
    return *time_gpu(plan, parameters).value(plan.workload.task, measurement->metric);
  }
};
/// The member that names the group that a fit leaves out.
using Group = std::string Case::*;

/// The repository and commit of "owner/name @ commit path".
std::string repository_of(std::string_view source) {
  return std::string(source.substr(0, source.rfind(' ')));
}

Result<std::vector<Case>> place(const catalog::Catalog& catalog,
                                const std::vector<GpuMeasurement>& measurements) {
  const GpuParameters initial = initial_values(gpu_parameter_table());
  std::vector<Case> cases;
  for (const GpuMeasurement& measurement : measurements) {
    auto plan = plan_gpu(catalog, measurement.workload, initial);
    if (!plan) {
      Error error = plan.error();
      error.where = measurement.id;
      return fail(std::move(error));
    }
    if (!time_gpu(*plan, initial).value(plan->workload.task, measurement.metric)) {
      return fail(ErrorCode::kBadInput, tr("the workload has no metric '{}'", measurement.metric),
                  measurement.id);
    }
    const catalog::Model& model = *plan->model;
    std::string source = repository_of(measurement.source);
    std::string group = fmt::format("{} {} {}", source, family_of(model), measurement.gpu);
    std::string chip = fmt::format("{} {:.4g}", plan->machine.device->generation, plan->peak);
    cases.push_back({.plan = std::move(*plan),
                     .measurement = &measurement,
                     .model = model.id,
                     .source = std::move(source),
                     .group = std::move(group),
                     .chip = std::move(chip)});
  }
  return cases;
}

/// Errors above it grow linearly, so that rows with unknown settings do not decide the fit.
constexpr double kLargeResidual = 0.15;

/// Whether the task has fitted parameters in common with other tasks.
bool stands_alone(GpuTask task) {
  return task == GpuTask::kTrain;
}

/// Fits to the cases for which `used` is true.
template <class Used>
Result<GpuParameters> fit(const std::vector<Case>& cases, const Used& used,
                          const TaskControl& control) {
  const auto residuals = [&](const GpuParameters& parameters) {
    std::vector<double> out;
    for (const Case& one : cases) {
      if (!used(one)) continue;
      const double error = std::log(one.predict(parameters) / one.measurement->value);
      out.push_back(bounded_residual(error, kLargeResidual));
    }
    return out;
  };
  return fit_parameters(gpu_parameter_table(), residuals, kPriorWeight, control);
}

/// Predicts every case, in order, with parameters that were fitted without its group. Cases of
/// tasks without common parameters are left out of the fit, because they would not change it.
Result<std::vector<GpuPrediction>> leave_out(const std::vector<Case>& cases, Group group,
                                             TaskControl& control, std::uint64_t& done) {
  using Key = std::pair<std::string, bool>;
  const auto key_of = [&](const Case& one) {
    return Key{one.*group, stands_alone(one.plan.workload.task)};
  };
  std::map<Key, GpuParameters> without;
  for (const Case& one : cases) {
    const Key key = key_of(one);
    if (without.contains(key)) continue;
    control.advance_to(done++);
    const auto used = [&](const Case& other) {
      return other.*group != key.first && stands_alone(other.plan.workload.task) == key.second;
    };
    const auto parameters = fit(cases, used, control);
    if (!parameters) return fail(parameters.error());
    without.emplace(key, *parameters);
  }
  std::vector<GpuPrediction> out;
  out.reserve(cases.size());
  for (const Case& one : cases) {
    out.push_back({one.measurement, one.predict(without.at(key_of(one)))});
  }
  return out;
}

/// Predictions of all cases by several fits.
struct Predictions {
  std::vector<GpuPrediction> fitted;
  std::vector<GpuPrediction> group_out;
  std::vector<GpuPrediction> source_out;
  std::vector<GpuPrediction> gpu_out;
};

double mean_error(const std::vector<GpuPrediction>& all, const std::vector<std::size_t>& rows) {
  double sum = 0;
  for (const std::size_t row : rows) sum += std::abs(all[row].relative_error());
  return sum / static_cast<double>(rows.size());
}

double ratio_of(const GpuPrediction& prediction) {
  return prediction.measurement->value / prediction.predicted;
}

/// The band that contains 90 % of the rows of a group that is not among `groups` groups (split
/// conformal prediction with groups as units): the share of rows inside is higher than 90 % by one
/// part in `groups`.
struct RatioBand {
  double low = 1;
  double high = 1;
};
RatioBand band_of(std::vector<double> ratios, std::size_t groups) {
  constexpr double kInside = 0.9;
  const double inside = std::min(1.0, kInside * (1 + 1 / static_cast<double>(groups)));
  const double level = (1 + inside) / 2;
  std::sort(ratios.begin(), ratios.end());
  return {sorted_quantile(ratios, 1 - level), sorted_quantile(ratios, level)};
}

using Groups = std::map<std::string, std::vector<std::size_t>>;
Groups groups_of(const std::vector<Case>& cases, const std::vector<std::size_t>& rows) {
  Groups groups;
  for (const std::size_t row : rows) groups[cases[row].group].push_back(row);
  return groups;
}

/// The share of rows within the band of the rows of all other groups.
double coverage_of(const Groups& groups, const Predictions& predictions) {
  if (groups.size() < 2) return 0;
  int covered = 0;
  int all = 0;
  for (const auto& [group, own] : groups) {
    std::vector<double> others;
    for (const auto& [other, rows] : groups) {
      if (other == group) continue;
      for (const std::size_t row : rows) others.push_back(ratio_of(predictions.group_out[row]));
    }
    const RatioBand band = band_of(std::move(others), groups.size() - 1);
    for (const std::size_t row : own) {
      const double ratio = ratio_of(predictions.group_out[row]);
      covered += ratio >= band.low && ratio <= band.high;
      ++all;
    }
  }
  return static_cast<double>(covered) / all;
}

GpuAccuracy accuracy_of(const std::vector<Case>& cases, const Predictions& predictions,
                        const std::vector<std::size_t>& rows) {
  std::vector<double> errors;
  std::vector<double> ratios;
  for (const std::size_t row : rows) {
    errors.push_back(std::abs(predictions.group_out[row].relative_error()));
    ratios.push_back(ratio_of(predictions.group_out[row]));
  }
  std::sort(errors.begin(), errors.end());
  std::sort(ratios.begin(), ratios.end());
  const Groups groups = groups_of(cases, rows);
  const RatioBand band = band_of(ratios, groups.size());
  GpuAccuracy out;
  out.rows = static_cast<int>(rows.size());
  out.groups = static_cast<int>(groups.size());
  out.fit = rounded_parameter(mean_error(predictions.fitted, rows));
  out.group_out = rounded_parameter(mean_error(predictions.group_out, rows));
  out.group_median = rounded_parameter(sorted_quantile(errors, 0.5));
  out.group_p90 = rounded_parameter(sorted_quantile(errors, 0.9));
  out.group_bias = rounded_parameter(1 / sorted_quantile(ratios, 0.5) - 1);
  out.source_out = rounded_parameter(mean_error(predictions.source_out, rows));
  out.gpu_out = rounded_parameter(mean_error(predictions.gpu_out, rows));
  out.low_ratio = rounded_parameter(band.low);
  out.high_ratio = rounded_parameter(band.high);
  out.coverage = rounded_parameter(coverage_of(groups, predictions));
  return out;
}

/// Decode steps of so few sequences hardly depend on the products.
constexpr double kFewSequences = 4;
constexpr const char* kFewSequencesMetric = "throughput of 1 to 4 sequences";

/// The accuracy of each task as a whole, followed by each metric of each stack.
std::vector<GpuAccuracy> accuracies(const std::vector<Case>& cases,
                                    const Predictions& predictions) {
  std::map<std::string, std::vector<std::size_t>> tasks;
  std::map<std::array<std::string, 3>, std::vector<std::size_t>> stacks;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string task(to_string(cases[i].plan.workload.task));
    tasks[task].push_back(i);
    stacks[{task, std::string(to_string(cases[i].plan.stack)), cases[i].measurement->metric}]
        .push_back(i);
    const bool few = cases[i].plan.workload.task == GpuTask::kGenerate &&
                     cases[i].plan.sequences <= kFewSequences &&
                     cases[i].measurement->metric == "throughput";
    if (few) stacks[{task, "all", kFewSequencesMetric}].push_back(i);
  }
  std::vector<GpuAccuracy> out;
  const auto add = [&](std::string task, std::string stack, std::string metric,
                       const std::vector<std::size_t>& rows) {
    GpuAccuracy entry = accuracy_of(cases, predictions, rows);
    entry.task = std::move(task);
    entry.stack = std::move(stack);
    entry.metric = std::move(metric);
    out.push_back(std::move(entry));
  };
  for (const auto& [task, rows] : tasks) add(task, "all", "all", rows);
  for (const auto& [key, rows] : stacks) add(key[0], key[1], key[2], rows);
  return out;
}

std::vector<GpuDomain> domains_of(const std::vector<Case>& cases) {
  struct Sets {
    std::set<std::string> gpus, weight_types, models;
    ValueRanges sizes;
  };
  std::map<std::string, Sets> by_stack;
  for (const Case& one : cases) {
    Sets& sets = by_stack[std::string(to_string(one.plan.stack))];
    sets.gpus.insert(one.measurement->gpu);
    sets.weight_types.insert(gpu_weight_type(one.plan.workload, one.measurement->gpu));
    sets.models.insert(one.model);
    for (const auto& [name, size] : gpu_sizes(one.plan)) {
      extend(sets.sizes, name, size);
    }
  }
  std::vector<GpuDomain> domains;
  domains.reserve(by_stack.size());
  for (auto& [stack, sets] : by_stack) {
    domains.push_back({.stack = stack,
                       .gpus = {sets.gpus.begin(), sets.gpus.end()},
                       .weight_types = {sets.weight_types.begin(), sets.weight_types.end()},
                       .models = {sets.models.begin(), sets.models.end()},
                       .sizes = std::move(sets.sizes)});
  }
  return domains;
}

std::uint64_t distinct(const std::vector<Case>& cases, Group group) {
  std::set<std::string> names;
  for (const Case& one : cases) names.insert(one.*group);
  return names.size();
}

}  // namespace

std::vector<GpuMeasurement> usable_gpu_measurements(const catalog::Catalog& catalog,
                                                    std::span<const GpuRow> rows,
                                                    std::vector<SkippedRow>& skipped) {
  const GpuParameters initial = initial_values(gpu_parameter_table());
  std::vector<GpuMeasurement> out;
  std::vector<ReadGpuRow> all = read_gpu_rows(catalog, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ReadGpuRow& read = all[i];
    if (read.measurement) {
      const auto plan = plan_gpu(catalog, read.measurement->workload, initial);
      if (!plan) read.reason = text_of(plan.error());
    }
    if (!read.reason.empty()) {
      skipped.push_back({rows[i].id, read.reason});
      continue;
    }
    out.push_back(std::move(*read.measurement));
  }
  return out;
}

Result<GpuCalibrationReport> calibrate_gpu(const catalog::Catalog& catalog,
                                           std::vector<GpuMeasurement> measurements,
                                           const std::string& date, const std::string& data,
                                           TaskControl& control) {
  GpuCalibrationReport report;
  GpuCalibration& calibration = report.calibration;
  calibration.date = date;
  calibration.data = data;
  calibration.measurements = std::move(measurements);
  const auto cases = place(catalog, calibration.measurements);
  if (!cases) return fail(cases.error());
  const std::uint64_t models = distinct(*cases, &Case::model);
  if (models < 2) {
    return fail(ErrorCode::kBadInput,
                tr("requires usable rows of at least 2 models, found {}", models), data);
  }
  control.begin(phrase("Fitting parameters"), 1 + distinct(*cases, &Case::group) +
                                                  distinct(*cases, &Case::source) +
                                                  distinct(*cases, &Case::chip));
  const auto parameters = fit(*cases, [](const Case&) { return true; }, control);
  if (!parameters) return fail(parameters.error());
  calibration.parameters = *parameters;
  Predictions predictions;
  for (const Case& one : *cases) {
    predictions.fitted.push_back({one.measurement, one.predict(*parameters)});
  }
  std::uint64_t done = 1;
  const auto leave = [&](Group group, std::vector<GpuPrediction>& out) -> Result<> {
    auto left_out = leave_out(*cases, group, control, done);
    if (!left_out) return fail(left_out.error());
    out = std::move(*left_out);
    return {};
  };
  if (auto left = leave(&Case::group, predictions.group_out); !left) return fail(left.error());
  if (auto left = leave(&Case::source, predictions.source_out); !left) return fail(left.error());
  if (auto left = leave(&Case::chip, predictions.gpu_out); !left) return fail(left.error());
  calibration.accuracy = accuracies(*cases, predictions);
  calibration.domains = domains_of(*cases);
  report.fitted = std::move(predictions.fitted);
  report.leave_one_group_out = std::move(predictions.group_out);
  return report;
}

}  // namespace nscope::sim
