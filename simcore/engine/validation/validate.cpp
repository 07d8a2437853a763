#include "simcore/engine/validation/validate.h"

#include "profiler/base/order_statistics.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/collective_run/collective_run.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/validation/collective_row.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "simcore/engine/validation/measured_servers.h"
#include "simcore/engine/validation/validation_table.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nscope::sim {
namespace {

/// Copies a metric to `out` in the unit of the row. Sets the reason if this is not possible.
bool copy_metric(const std::vector<Metric>& metrics, const ValidationRow& row, RowPrediction& out) {
  const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                   [&](const Metric& one) { return one.name == row.metric; });
  if (metric == metrics.end()) {
    out.reason = tr("the metric '{}' is not predicted", row.metric);
    return false;
  }
  const auto factor = unit_factor(metric->unit, row.unit);
  if (!factor) {
    out.reason = tr("wrong unit '{}'; the metric has the unit {}", row.unit, metric->unit);
    return false;
  }
  out.predicted = metric->value * *factor;
  if (metric->low) out.low = *metric->low * *factor;
  if (metric->high) out.high = *metric->high * *factor;
  return true;
}

void predict_server(const catalog::Catalog& catalog, const ValidationRow& row,
                    const Calibration& calibration, RowPrediction& out) {
  TaskControl control;
  const ServingRow found = serving_row(catalog, row);
  auto metrics = serve_row(catalog, found, calibration.parameters, control);
  if (!metrics) {
    out.reason = metrics.error().message;
    return;
  }
  add_server_bands(calibration, true, *metrics);
  if (!copy_metric(*metrics, row, out)) return;
  out.reason = found.assumption;
  out.in_domain = out.reason.empty() && calibration.find(row.class_name, row.metric) != nullptr;
  if (!out.in_domain && out.reason.empty()) out.reason = tr("no comparable measurements");
}

void predict_collective(const catalog::Catalog& catalog, const ValidationRow& row,
                        const Calibration& calibration, RowPrediction& out) {
  const RowCollective found = collective_of(catalog, row);
  if (!found.setup) {
    out.reason = found.reason;
    return;
  }
  const auto run =
      plan_collective_run(catalog, row.instance, *found.setup, row.sdk, calibration.parameters);
  if (!run) {
    out.reason = text_of(run.error());
    return;
  }
  MetricList list(calibration, std::string(kCollectiveClass), true);
  list.add("time", times_of(*run).seconds, "s", "time");
  if (!copy_metric(list.take(), row, out)) return;
  out.reason = found.assumption.empty()
                   ? tr("the measurements of collectives do not state their software")
                   : found.assumption;
}

void predict_row(const catalog::Catalog& catalog, const ValidationRow& row,
                 const Calibration& calibration, RowPrediction& out) {
  if (serves(row.class_name)) return predict_server(catalog, row, calibration, out);
  if (row.class_name == kCollectiveClass) return predict_collective(catalog, row, calibration, out);
  const RowWorkload found = workload_of(row);
  if (!found.workload) {
    out.reason = found.reason;
    return;
  }
  const auto run = prepare_run(catalog, *found.workload, calibration.parameters);
  if (!run) {
    out.reason = text_of(run.error());
    return;
  }
  if (class_family(run->class_name()) != class_family(row.class_name)) {
    out.reason = tr("the model belongs to the class {}", run->class_name());
    return;
  }
  const SimulationResult result =
      predict(*run, *found.workload, calibration, time_run(*run, calibration.parameters));
  if (!copy_metric(result.metrics, row, out)) return;
  std::vector<Text> outside = result.outside_domain;
  if (!found.assumption.empty()) outside.push_back(found.assumption);
  if (generates(row.class_name) && !row.sdk.empty() &&
      !sdk_at_least(row.sdk, calibration.software)) {
    outside.push_back(tr("Neuron SDK {} (measured: {} and later)", row.sdk, calibration.software));
  }
  out.in_domain = outside.empty();
  out.reason = joined_by_semicolons(outside);
}

void add_errors(const std::vector<RowPrediction>& rows, bool only_in_domain,
                std::vector<ClassError>& out) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> errors;
  for (const RowPrediction& row : rows) {
    if (!row.predicted || (only_in_domain && !row.in_domain)) continue;
    errors[{row.class_name, row.metric}].push_back(std::abs(row.relative_error()));
  }
  for (auto& [key, list] : errors) {
    std::sort(list.begin(), list.end());
    double sum = 0;
    for (const double error : list) sum += error;
    out.push_back({.class_name = key.first,
                   .in_domain = only_in_domain,
                   .metric = key.second,
                   .rows = static_cast<int>(list.size()),
                   .mape = sum / static_cast<double>(list.size()),
                   .median = sorted_quantile(list, 0.5),
                   .p90 = sorted_quantile(list, 0.9)});
  }
}

Json optional_number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

RowPrediction predicted_row(const ValidationRow& row, double predicted) {
  return {.id = row.id,
          .class_name = row.class_name,
          .metric = row.metric,
          .unit = row.unit,
          .measured = row.value,
          .predicted = predicted,
          .low = std::nullopt,
          .high = std::nullopt,
          .in_domain = true,
          .reason = {},
          .source = row.source};
}

Text ClassError::title() const {
  return in_domain ? tr("{} (in domain)", class_name) : Text::verbatim(class_name);
}

std::vector<ClassError> class_errors(const std::vector<RowPrediction>& rows) {
  std::vector<ClassError> errors;
  add_errors(rows, false, errors);
  add_errors(rows, true, errors);
  return errors;
}

Result<ValidationReport> validate(const catalog::Catalog& catalog,
                                  const std::vector<ValidationRow>& rows,
                                  const Calibration& calibration, TaskControl& control) {
  ValidationReport report;
  control.begin(phrase("Predicting rows"), rows.size());
  for (const ValidationRow& row : rows) {
    if (control.cancelled()) return cancelled();
    RowPrediction out{.id = row.id,
                      .class_name = row.class_name,
                      .metric = row.metric,
                      .unit = row.unit,
                      .measured = row.value,
                      .predicted = std::nullopt,
                      .low = std::nullopt,
                      .high = std::nullopt,
                      .reason = {}};
    predict_row(catalog, row, calibration, out);
    report.rows.push_back(std::move(out));
    control.advance_to(report.rows.size());
  }
  report.classes = class_errors(report.rows);
  return report;
}

Json to_json(const ValidationReport& report) {
  Json json;
  json["schema"] = "nscope.validate/1";
  json["rows"] = Json::array();
  for (const RowPrediction& row : report.rows) {
    json["rows"].push_back({{"id", row.id},
                            {"class", row.class_name},
                            {"metric", row.metric},
                            {"unit", row.unit},
                            {"measured", row.measured},
                            {"predicted", optional_number(row.predicted)},
                            {"low", optional_number(row.low)},
                            {"high", optional_number(row.high)},
                            {"in_domain", row.in_domain},
                            {"reason", row.reason}});
  }
  json["classes"] = Json::array();
  for (const ClassError& entry : report.classes) {
    json["classes"].push_back({{"class", entry.title()},
                               {"metric", entry.metric},
                               {"n", entry.rows},
                               {"mape", 100 * entry.mape},
                               {"median", 100 * entry.median},
                               {"p90", 100 * entry.p90}});
  }
  return json;
}

}  // namespace nscope::sim
