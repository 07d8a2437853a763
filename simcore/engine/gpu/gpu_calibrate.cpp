#include "simcore/engine/gpu/gpu_calibrate.h"

#include "profiler/base/order_statistics.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/gpu/gpu_rows.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/validation/parameter_fit.h"
#include "simcore/engine/validation/validation_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kPriorWeight = 0.1;

/// One measurement with its placement.
struct Case {
  GpuPlan plan;
  const GpuMeasurement* measurement = nullptr;
  std::string model;
  std::string family;
  std::string chip;  ///< equal for devices that differ only in their memory

  double predict(const GpuParameters& parameters) const {
    return *time_gpu(plan, parameters).value(plan.workload.task, measurement->metric);
  }
};
/// The member that names the group that a fit leaves out.
using Group = std::string Case::*;

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
    std::string chip = fmt::format("{} {:.4g}", plan->machine.device->generation, plan->peak);
    cases.push_back({.plan = std::move(*plan),
                     .measurement = &measurement,
                     .model = model.id,
                     .family = family_of(model),
                     .chip = std::move(chip)});
  }
  return cases;
}

/// Fits to all cases except those whose `group` is `without` (empty for none).
Result<GpuParameters> fit(const std::vector<Case>& cases, Group group, std::string_view without,
                          const TaskControl& control) {
  const auto residuals = [&](const GpuParameters& parameters) {
    std::vector<double> out;
    for (const Case& one : cases) {
      if (one.*group == without) continue;
      out.push_back(std::log(one.predict(parameters) / one.measurement->value));
    }
    return out;
  };
  return fit_parameters(gpu_parameter_table(), residuals, kPriorWeight, control);
}

/// Predicts every case, in order, with parameters that were fitted without its group.
Result<std::vector<GpuPrediction>> leave_out(const std::vector<Case>& cases, Group group,
                                             TaskControl& control, std::uint64_t& done) {
  std::map<std::string, GpuParameters> without;
  for (const Case& one : cases) {
    if (without.contains(one.*group)) continue;
    control.advance_to(done++);
    const auto parameters = fit(cases, group, one.*group, control);
    if (!parameters) return fail(parameters.error());
    without.emplace(one.*group, *parameters);
  }
  std::vector<GpuPrediction> out;
  out.reserve(cases.size());
  for (const Case& one : cases) {
    out.push_back({one.measurement, one.predict(without.at(one.*group))});
  }
  return out;
}

/// Predictions of all cases by several fits.
struct Predictions {
  std::vector<GpuPrediction> fitted;
  std::vector<GpuPrediction> model_out;
  std::vector<GpuPrediction> family_out;
  std::vector<GpuPrediction> gpu_out;
};

double mean_error(const std::vector<GpuPrediction>& all, const std::vector<std::size_t>& rows) {
  double sum = 0;
  for (const std::size_t row : rows) sum += std::abs(all[row].relative_error());
  return sum / static_cast<double>(rows.size());
}

GpuAccuracy accuracy_of(const Predictions& predictions, const std::vector<std::size_t>& rows) {
  std::vector<double> errors;
  std::vector<double> ratios;
  for (const std::size_t row : rows) {
    const GpuPrediction& prediction = predictions.model_out[row];
    errors.push_back(std::abs(prediction.relative_error()));
    ratios.push_back(prediction.measurement->value / prediction.predicted);
  }
  std::sort(errors.begin(), errors.end());
  std::sort(ratios.begin(), ratios.end());
  GpuAccuracy out;
  out.rows = static_cast<int>(rows.size());
  out.fit = rounded_parameter(mean_error(predictions.fitted, rows));
  out.model_out = rounded_parameter(mean_error(predictions.model_out, rows));
  out.model_median = rounded_parameter(sorted_quantile(errors, 0.5));
  out.model_p90 = rounded_parameter(sorted_quantile(errors, 0.9));
  out.family_out = rounded_parameter(mean_error(predictions.family_out, rows));
  out.gpu_out = rounded_parameter(mean_error(predictions.gpu_out, rows));
  out.low_ratio = rounded_parameter(sorted_quantile(ratios, 0.05));
  out.high_ratio = rounded_parameter(sorted_quantile(ratios, 0.95));
  return out;
}

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
  }
  std::vector<GpuAccuracy> out;
  const auto add = [&](std::string task, std::string stack, std::string metric,
                       const std::vector<std::size_t>& rows) {
    GpuAccuracy entry = accuracy_of(predictions, rows);
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
  for (const GpuRow& row : rows) {
    ReadGpuRow read = read_gpu_row(catalog, row);
    if (read.measurement) {
      const auto plan = plan_gpu(catalog, read.measurement->workload, initial);
      if (!plan) read.reason = text_of(plan.error());
    }
    if (!read.reason.empty()) {
      skipped.push_back({row.id, read.reason});
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
  control.begin(phrase("Fitting parameters"),
                1 + models + distinct(*cases, &Case::family) + distinct(*cases, &Case::chip));
  const auto parameters = fit(*cases, &Case::model, {}, control);
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
  if (auto left = leave(&Case::model, predictions.model_out); !left) return fail(left.error());
  if (auto left = leave(&Case::family, predictions.family_out); !left) return fail(left.error());
  if (auto left = leave(&Case::chip, predictions.gpu_out); !left) return fail(left.error());
  calibration.accuracy = accuracies(*cases, predictions);
  calibration.domains = domains_of(*cases);
  report.fitted = std::move(predictions.fitted);
  report.leave_one_model_out = std::move(predictions.model_out);
  return report;
}

}  // namespace nscope::sim
