#include "simcore/engine/calibrate.h"

#include "simcore/engine/least_squares.h"
#include "simcore/engine/prediction.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

struct MetricWeight {
  std::string_view metric;
  double weight;
};
constexpr std::array<MetricWeight, 3> kWeights{
    {{"tpot_p50", 1.0}, {"throughput", 0.5}, {"ttft_p50", 0.3}}};
constexpr double kPriorWeight = 0.1;

/// One configuration and its measured metrics, in our units.
struct Case {
  PreparedRun run;
  Workload workload;
  std::string id;
  std::string model;
  struct Measured {
    const ValidationRow* row = nullptr;
    double value = 0;
    double weight = 0;
  };
  std::vector<Measured> measured;
};

double weight_of(std::string_view metric) {
  for (const MetricWeight& entry : kWeights) {
    if (entry.metric == metric) return entry.weight;
  }
  return 0;
}

double predicted_value(const Case& one, const StaticBatchTimes& times, std::string_view metric) {
  if (metric == "tpot_p50") return times.step_quantile(0.5);
  if (metric == "ttft_p50") return times.prefill_seconds;
  return one.run.batch.layout.batch * one.run.batch.output_tokens / times.total_seconds();
}

/// The row's value in seconds or tokens/s; nullopt for another unit.
std::optional<double> base_value(const ValidationRow& row) {
  if (row.metric == "throughput") {
    return row.unit == "tokens/s" ? std::optional(row.value) : std::nullopt;
  }
  if (row.unit == "s") return row.value;
  if (row.unit == "ms") return row.value * 1e-3;
  if (row.unit == "us") return row.value * 1e-6;
  return std::nullopt;
}

std::string unusable(const ValidationRow& row, const RowWorkload& found,
                     const CalibrationOptions& options) {
  if (!found.workload) return found.reason;
  if (!found.assumption.empty()) return found.assumption;
  if (!sdk_at_least(row.sdk, options.software)) {
    return fmt::format("software \"{}\" is older than {}", row.sdk, options.software);
  }
  if (weight_of(row.metric) == 0) return "the metric is not fitted";
  if (!base_value(row)) return fmt::format("the unit \"{}\" is not known", row.unit);
  return {};
}

std::vector<Case> collect(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                          const CalibrationOptions& options, std::vector<std::string>& skipped) {
  std::vector<Case> cases;
  std::map<std::string, std::size_t> by_id;
  for (const ValidationRow& row : rows) {
    const RowWorkload found = workload_of(row);
    std::string why = unusable(row, found, options);
    if (why.empty() && !by_id.contains(row.id)) {
      auto run = prepare_run(catalog, *found.workload, initial_parameters());
      if (run) {
        by_id.emplace(row.id, cases.size());
        cases.push_back({.run = std::move(*run),
                         .workload = *found.workload,
                         .id = row.id,
                         .model = row.model,
                         .measured = {}});
      } else {
        why = to_string(run.error());
      }
    }
    if (!why.empty()) {
      skipped.push_back(fmt::format("{} {}: {}", row.id, row.metric, why));
      continue;
    }
    cases[by_id[row.id]].measured.push_back(
        {.row = &row, .value = *base_value(row), .weight = weight_of(row.metric)});
  }
  return cases;
}

/// Five significant digits: more than the fit knows, and what people can read.
double rounded(double value) {
  return std::stod(fmt::format("{:.5g}", value));
}

Parameters with_logarithms(std::span<const double> logarithms) {
  Parameters parameters = initial_parameters();
  std::size_t i = 0;
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::kFitted) {
      parameters.*info.member = info.initial * std::exp(logarithms[i++]);
    }
  }
  return parameters;
}

/// Fits to all cases but those of `without` ("" for none). The unknowns are
/// ln(parameter / initial), so the prior pulls them to 0.
Result<Parameters> fit(const std::vector<Case>& cases, std::string_view without,
                       const TaskControl& control) {
  const auto table = parameter_table();
  const auto unknowns = static_cast<std::size_t>(
      std::count_if(table.begin(), table.end(),
                    [](const ParameterInfo& info) { return info.kind == ParameterKind::kFitted; }));
  const Residuals residuals = [&](std::span<const double> at) {
    const Parameters parameters = with_logarithms(at);
    std::vector<double> out;
    for (const Case& one : cases) {
      if (one.model == without) continue;
      const StaticBatchTimes times = time_static_batch(one.run.batch, parameters);
      for (const Case::Measured& measured : one.measured) {
        out.push_back(measured.weight *
                      std::log(predicted_value(one, times, measured.row->metric) / measured.value));
      }
    }
    for (const double value : at) out.push_back(kPriorWeight * value);
    return out;
  };
  const auto best = least_squares(residuals, std::vector<double>(unknowns, 0.0), control);
  if (!best) return fail(best.error());
  Parameters parameters = with_logarithms(*best);
  for (const ParameterInfo& info : parameter_table()) {
    parameters.*info.member = rounded(parameters.*info.member);
  }
  return parameters;
}

void predict_cases(const std::vector<Case>& cases, std::string_view only_model,
                   const Parameters& parameters, std::vector<RowPrediction>& out) {
  for (const Case& one : cases) {
    if (!only_model.empty() && one.model != only_model) continue;
    const StaticBatchTimes times = time_static_batch(one.run.batch, parameters);
    for (const Case::Measured& measured : one.measured) {
      const double scale = measured.row->value / measured.value;
      out.push_back({.id = one.id,
                     .class_name = measured.row->class_name,
                     .metric = measured.row->metric,
                     .unit = measured.row->unit,
                     .measured = measured.row->value,
                     .predicted = predicted_value(one, times, measured.row->metric) * scale,
                     .low = std::nullopt,
                     .high = std::nullopt,
                     .in_domain = true,
                     .reason = {}});
    }
  }
}

std::vector<double> absolute_errors(const std::vector<RowPrediction>& rows,
                                    std::string_view metric) {
  std::vector<double> errors;
  for (const RowPrediction& row : rows) {
    if (row.metric == metric) errors.push_back(std::abs(row.relative_error()));
  }
  std::sort(errors.begin(), errors.end());
  return errors;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::vector<ResidualStatistics> statistics(const std::vector<RowPrediction>& fitted,
                                           const std::vector<RowPrediction>& left_out) {
  std::vector<ResidualStatistics> out;
  for (const MetricWeight& entry : kWeights) {
    const std::vector<double> errors = absolute_errors(left_out, entry.metric);
    if (errors.empty()) continue;
    std::vector<double> ratios;
    for (const RowPrediction& row : left_out) {
      if (row.metric == entry.metric) ratios.push_back(row.measured / *row.predicted);
    }
    std::sort(ratios.begin(), ratios.end());
    out.push_back({.class_name = "decoder",
                   .metric = std::string(entry.metric),
                   .rows = static_cast<int>(errors.size()),
                   .fit_mape = rounded(mean(absolute_errors(fitted, entry.metric))),
                   .lomo_mape = rounded(mean(errors)),
                   .lomo_median = rounded(sorted_quantile(errors, 0.5)),
                   .lomo_p90 = rounded(sorted_quantile(errors, 0.9)),
                   .low_ratio = rounded(sorted_quantile(ratios, 0.05)),
                   .high_ratio = rounded(sorted_quantile(ratios, 0.95))});
  }
  return out;
}

CalibratedDomain domain_of(const std::vector<Case>& cases) {
  std::set<std::string> generations, types, weight_types, models;
  CalibratedDomain domain;
  bool first = true;
  const auto widen = [&](CalibratedDomain::Range& range, double value) {
    range.low = first ? value : std::min(range.low, value);
    range.high = first ? value : std::max(range.high, value);
  };
  for (const Case& one : cases) {
    generations.insert(one.run.machine->device->generation);
    types.insert(one.workload.dtype);
    weight_types.insert(one.workload.weight_dtype);
    models.insert(one.run.model->id);
    widen(domain.tensor_parallel, one.workload.tensor_parallel);
    widen(domain.batch, one.workload.batch);
    widen(domain.prefill_bucket, one.run.batch.prefill_bucket);
    widen(domain.sequence_length, one.run.batch.layout.sequence_length);
    widen(domain.parameters, one.run.model->parameters);
    first = false;
  }
  domain.generations.assign(generations.begin(), generations.end());
  domain.types.assign(types.begin(), types.end());
  domain.weight_types.assign(weight_types.begin(), weight_types.end());
  domain.models.assign(models.begin(), models.end());
  return domain;
}

}  // namespace

Result<CalibrationReport> calibrate(const catalog::Catalog& catalog,
                                    const std::vector<ValidationRow>& rows,
                                    const CalibrationOptions& options, TaskControl& control) {
  CalibrationReport report;
  const std::vector<Case> cases = collect(catalog, rows, options, report.skipped);
  std::set<std::string> models;
  for (const Case& one : cases) models.insert(one.model);
  if (models.size() < 2) {
    return fail(
        ErrorCode::kBadInput,
        fmt::format("needs usable decoder rows of at least two models, found {}", models.size()),
        options.data);
  }
  control.begin("fitting", models.size() + 1);
  const auto parameters = fit(cases, {}, control);
  if (!parameters) return fail(parameters.error());
  std::uint64_t done = 1;
  for (const std::string& model : models) {
    control.advance_to(done++);
    const auto without = fit(cases, model, control);
    if (!without) return fail(without.error());
    predict_cases(cases, model, *without, report.leave_one_model_out);
  }
  std::vector<RowPrediction> fitted;
  predict_cases(cases, {}, *parameters, fitted);
  report.calibration = {.parameters = *parameters,
                        .date = options.date,
                        .data = options.data,
                        .software = options.software,
                        .rows = {},
                        .residuals = statistics(fitted, report.leave_one_model_out),
                        .domain = domain_of(cases)};
  for (const Case& one : cases) report.calibration.rows.push_back(one.id);
  return report;
}

}  // namespace nscope::sim
