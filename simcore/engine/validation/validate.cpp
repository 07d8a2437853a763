#include "simcore/engine/validation/validate.h"

#include "profiler/base/order_statistics.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/collective_run/collective_run.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/validation/collective_row.h"
#include "simcore/engine/validation/kernel_row.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "simcore/engine/validation/measured_servers.h"
#include "simcore/engine/validation/row_notes.h"
#include "simcore/engine/validation/start_row.h"
#include "simcore/engine/validation/validation_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace nscope::sim {
namespace {

const Metric* metric_named(const std::vector<Metric>& metrics, std::string_view name) {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric& one) { return one.name == name; });
  return found == metrics.end() ? nullptr : &*found;
}

/// The inverse of a metric in seconds, `tokens` times.
Metric rate_of(const Metric& seconds, std::string_view name, double tokens) {
  Metric rate{.name = std::string(name),
              .value = tokens / seconds.value,
              .unit = "tokens/s",
              .provenance = seconds.provenance};
  if (seconds.high) rate.low = tokens / *seconds.high;
  if (seconds.low) rate.high = tokens / *seconds.low;
  return rate;
}

/// The metric of a row, also under another name or as a multiple of a predicted metric.
std::optional<Metric> metric_of_row(const std::vector<Metric>& metrics, const ValidationRow& row,
                                    const Workload& workload) {
  const std::string_view name = row.metric;
  if (const Metric* const step = metric_named(metrics, "tpot_p50");
      row.decode_rate && step != nullptr && step->value > 0) {
    return rate_of(*step, name, workload.batch);
  }
  if (const Metric* const same = metric_named(metrics, name)) return *same;
  if (const Metric* const equal = metric_named(metrics, equal_metric(name))) return *equal;
  const Metric* const rate = metric_named(metrics, "throughput");
  if (name == "throughput_per_request" && rate != nullptr) {
    Metric each = *rate;
    each.value /= workload.batch;
    if (each.low) *each.low /= workload.batch;
    if (each.high) *each.high /= workload.batch;
    return each;
  }
  const Metric* const first = metric_named(metrics, "ttft_p50");
  if (name == "prefill_throughput" && first != nullptr && first->value > 0) {
    return rate_of(*first, name, 1.0 * workload.batch * workload.input_tokens);
  }
  return std::nullopt;
}

/// Copies a metric to `out` in the unit of the row. Sets the reason if this is not possible.
bool copy_metric(const std::vector<Metric>& metrics, const ValidationRow& row,
                 const Workload& workload, RowPrediction& out) {
  const std::optional<Metric> metric = metric_of_row(metrics, row, workload);
  if (!metric) {
    out.reason = tr("the metric '{}' is not predicted", row.metric);
    return false;
  }
  auto factor = unit_factor(metric->unit, row.unit);
  if (!factor) {
    out.reason = tr("wrong unit '{}'; the metric has the unit {}", row.unit, metric->unit);
    return false;
  }
  *factor *= counted_tokens(row, workload) * counted_calls(row);
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
  if (const auto model = catalog.model(row.model); model) {
    out.class_name = accuracy_class(row.class_name, **model);
    add_server_bands(calibration, **model, generation_of(catalog, row.instance),
                     out.class_name == row.class_name, *metrics);
  }
  Workload load = *found.workload;  // its requests share the throughput
  load.batch = row.concurrency.value_or(load.batch);
  if (!copy_metric(*metrics, row, load, out)) return;
  out.reason = found.assumption;
  out.in_domain = out.reason.empty() && calibration.find(out.class_name, row.metric) != nullptr;
  if (!out.in_domain && out.reason.empty()) out.reason = tr("no comparable measurements");
}

void predict_collective(const catalog::Catalog& catalog, const ValidationRow& row,
                        const Calibration& calibration, bool with_host, RowPrediction& out) {
  const RowCollective found = collective_of(catalog, row, with_host);
  if (!found.setup) {
    out.reason = found.reason;
    return;
  }
  const auto run = plan_collective_run(catalog, row.instance, *found.setup, row.sdk,
                                       calibration.parameters, row.logical_core_size.value_or(0));
  if (!run) {
    out.reason = text_of(run.error());
    return;
  }
  const CollectiveRequest request = request_of(found, *run);
  out.class_name = collective_class(request);
  MetricList list(calibration, out.class_name, run->machine.device->generation, true);
  list.add("time", seconds_of(run->machine, calibration.parameters, request, found.matrix), "s",
           "time");
  if (!copy_metric(list.take(), row, Workload(), out)) return;
  out.reason = found.assumption.empty()
                   ? tr("the measurements of collectives do not state their software")
                   : found.assumption;
}

void predict_row(const catalog::Catalog& catalog, const ValidationRow& row,
                 const Calibration& calibration, const std::set<std::string>& with_host,
                 RowPrediction& out) {
  if (serves(row.class_name)) return predict_server(catalog, row, calibration, out);
  if (row.class_name == kCollectiveClass) {
    return predict_collective(catalog, row, calibration, with_host.contains(row.id), out);
  }
  if (row.class_name == kKernelClass) return predict_kernel(catalog, row, calibration, out);
  if (starts(row.class_name)) return predict_start(catalog, row, calibration, out);
  const RowWorkload found = workload_of(catalog, row);
  if (!found.workload) {
    out.reason = found.reason;
    return;
  }
  const auto run = prepare_run(catalog, *found.workload, calibration.parameters);
  if (!run) {
    out.reason = text_of(run.error());
    return;
  }
  if (!same_family(row.class_name, run->class_name())) {
    out.reason = tr("the model belongs to the class {}", run->class_name());
    return;
  }
  out.class_name = accuracy_class(row.class_name, *run->model);
  const SimulationResult result =
      predict(*run, *found.workload, calibration,
              time_run(*run, parameters_of(row, calibration.parameters)));
  if (!copy_metric(result.metrics, row, *found.workload, out)) return;
  std::vector<Text> outside = result.outside_domain;
  if (!found.assumption.empty()) outside.push_back(found.assumption);
  if (generates(row.class_name) && !row.sdk.empty() &&
      !sdk_at_least(row.sdk, calibration.software)) {
    outside.push_back(tr("Neuron SDK {} (measured: {} and later)", row.sdk, calibration.software));
  }
  out.in_domain = outside.empty();
  out.reason = joined_by_semicolons(outside);
}

/// The errors of rows that are all predicted; there is at least one.
ClassError error_of(const std::vector<const RowPrediction*>& rows) {
  std::vector<double> errors;
  ClassError out;
  int inside = 0;
  double sum = 0;
  for (const RowPrediction* const row : rows) {
    const double error = row->relative_error();
    errors.push_back(std::abs(error));
    sum += std::abs(error);
    out.bias += error;
    if (!row->low || !row->high) continue;
    ++out.banded;
    if (*row->low <= row->measured && row->measured <= *row->high) ++inside;
  }
  std::sort(errors.begin(), errors.end());
  const auto count = static_cast<double>(rows.size());
  out.rows = static_cast<int>(rows.size());
  out.mape = sum / count;
  out.median = sorted_quantile(errors, 0.5);
  out.p90 = sorted_quantile(errors, 0.9);
  out.bias /= count;
  if (out.banded > 0) out.coverage = 1.0 * inside / out.banded;
  return out;
}

void add_errors(const std::vector<RowPrediction>& rows, bool only_in_domain,
                std::vector<ClassError>& out) {
  std::map<std::pair<std::string, std::string>, std::vector<const RowPrediction*>> classes;
  std::vector<const RowPrediction*> all;
  for (const RowPrediction& row : rows) {
    if (!row.predicted || !row.counted || (only_in_domain && !row.in_domain)) continue;
    classes[{row.class_name, row.metric}].push_back(&row);
    all.push_back(&row);
  }
  if (all.empty()) return;
  const auto add = [&](const std::string& class_name, const std::string& metric,
                       const std::vector<const RowPrediction*>& list) {
    out.push_back(error_of(list));
    out.back().class_name = class_name;
    out.back().metric = metric;
    out.back().in_domain = only_in_domain;
  };
  for (const auto& [key, list] : classes) add(key.first, key.second, list);
  add("", "", all);
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
  if (class_name.empty()) return in_domain ? tr("all rows (in domain)") : tr("all rows");
  return in_domain ? tr("{} (in domain)", class_name) : Text::verbatim(class_name);
}

const ClassError* ValidationReport::above(double share) const {
  const auto found = std::find_if(classes.begin(), classes.end(), [&](const ClassError& one) {
    return !one.in_domain && !one.class_name.empty() && one.mape > share;
  });
  return found == classes.end() ? nullptr : &*found;
}

std::vector<ClassError> class_errors(const std::vector<RowPrediction>& rows) {
  std::vector<ClassError> errors;
  add_errors(rows, false, errors);
  add_errors(rows, true, errors);
  return errors;
}

Result<ValidationReport> validate(const catalog::Catalog& catalog,
                                  const std::vector<ValidationRow>& rows,
                                  const Calibration& calibration, TaskControl& control,
                                  bool count_doubtful) {
  ValidationReport report;
  const std::set<std::string> with_host = rows_with_host(rows);
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
                      .reason = {},
                      .doubtful = row.doubtful,
                      .counted = count_doubtful || row.doubtful.empty()};
    predict_row(catalog, row, calibration, with_host, out);
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
                            {"counted", row.counted},
                            {"doubtful", row.doubtful},
                            {"reason", row.reason}});
  }
  json["classes"] = Json::array();
  for (const ClassError& entry : report.classes) {
    json["classes"].push_back(
        {{"class", entry.title()},
         {"metric", entry.metric},
         {"n", entry.rows},
         {"mape", 100 * entry.mape},
         {"median", 100 * entry.median},
         {"p90", 100 * entry.p90},
         {"bias", 100 * entry.bias},
         {"banded", entry.banded},
         {"coverage",
          optional_number(entry.banded > 0 ? std::optional(100 * entry.coverage) : std::nullopt)}});
  }
  return json;
}

}  // namespace nscope::sim
