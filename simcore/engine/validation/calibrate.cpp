#include "simcore/engine/validation/calibrate.h"

#include "profiler/base/order_statistics.h"
#include "profiler/base/overloaded.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/run/calibrated_domain.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "simcore/engine/validation/measured_servers.h"
#include "simcore/engine/validation/parameter_fit.h"
#include "simcore/engine/validation/validate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace nscope::sim {
namespace {

struct MetricWeight {
  std::string_view metric;
  double weight;
};
/// The weight of a row: metrics that vary more between equal runs have a smaller weight.
constexpr std::array<MetricWeight, 4> kWeights{
    {{"tpot_p50", 1.0}, {"throughput", 0.5}, {"ttft_p50", 0.3}, {"latency_p50", 0.5}}};
constexpr double kPriorWeight = 0.1;

/// One configuration and its measured metrics, in our units.
struct Case {
  PreparedRun run;
  Workload workload;
  std::string id;
  std::string model;
  std::string family;  ///< models with the same number of layers of the same width
  std::string class_name;
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

/// Why a row cannot be used; empty if it can.
Text unusable(const ValidationRow& row, const RowWorkload& found,
              const CalibrationOptions& options) {
  if (!found.workload) return found.reason;
  if (!found.assumption.empty()) return found.assumption;
  // Older software generates tokens in another way, which is not simulated. For the other classes,
  // the simulation includes the differences between releases.
  if (generates(row.class_name) && !sdk_at_least(row.sdk, options.software)) {
    return row.sdk.empty() ? tr("the Neuron SDK is not stated")
                           : tr("Neuron SDK '{}' is older than {}", row.sdk, options.software);
  }
  if (weight_of(row.metric) == 0) return tr("the metric is not part of the fit");
  if (!base_value(row)) {
    return tr("'{} {}' is not a valid value of {}", row.value, row.unit, row.metric);
  }
  return {};
}

/// Whether the rows of a run contradict each other: measurements of the same network on Inferentia
/// differ between frameworks by a factor of 2.4.
bool contradicted(const PreparedRun& run) {
  const bool images = std::visit(Overloaded{
                                     [](const StaticBatch&) { return false; },
                                     [](const FixedCall& call) { return call.images; },
                                     [](const TrainingStep&) { return false; },
                                 },
                                 run.work);
  return images && run.machine->generation == CoreGeneration::kV1;
}

/// Why a run cannot be fitted to a row; empty if it can.
Text unfit(const PreparedRun& run, const ValidationRow& row) {
  if (class_family(run.class_name()) != class_family(row.class_name)) {
    return tr("the model belongs to the class {}", run.class_name());
  }
  if (contradicted(run)) return tr("rows of image networks on Inferentia contradict each other");
  const auto predicted = time_run(run, initial_parameters()).value(run, row.metric);
  if (!predicted || !std::isfinite(*predicted) || *predicted <= 0) {
    return tr("the metric does not apply to the configuration");
  }
  return {};
}

/// Collects rows with the same id in one case.
class Collection {
 public:
  Collection(const catalog::Catalog& catalog, const CalibrationOptions& options)
      : catalog_(catalog), options_(options) {}

  /// Adds a row to its case. Returns why the row was not added; empty if it was.
  Text add(const ValidationRow& row) {
    const RowWorkload found = workload_of(row);
    if (Text why = unusable(row, found, options_); !why.empty()) return why;
    const auto known = by_id_.find(row.id);
    if (known == by_id_.end()) return start_case(row, *found.workload);
    Case& to = cases_[known->second];
    if (to_json(to.workload) != to_json(*found.workload)) {
      return tr("an earlier row with the same id has a different configuration");
    }
    if (Text why = unfit(to.run, row); !why.empty()) return why;
    measure(to, row);
    return {};
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  Text start_case(const ValidationRow& row, const Workload& workload) {
    auto run = prepare_run(catalog_, workload, initial_parameters());
    if (!run) return text_of(run.error());
    if (Text why = unfit(*run, row); !why.empty()) return why;
    const catalog::Model& model = *run->model;
    by_id_.emplace(row.id, cases_.size());
    cases_.push_back({.run = std::move(*run),
                      .workload = workload,
                      .id = row.id,
                      .model = model.id,
                      .family = family_of(model),
                      .class_name = row.class_name,
                      .measured = {}});
    measure(cases_.back(), row);
    return {};
  }

  static void measure(Case& to, const ValidationRow& row) {
    to.measured.push_back(
        {.row = &row, .value = *base_value(row), .weight = weight_of(row.metric)});
  }

  const catalog::Catalog& catalog_;
  const CalibrationOptions& options_;
  std::vector<Case> cases_;
  std::map<std::string, std::size_t> by_id_;
};

std::vector<Case> collect(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                          const CalibrationOptions& options, std::vector<SkippedRow>& skipped) {
  Collection collection(catalog, options);
  for (const ValidationRow& row : rows) {
    // MeasuredServers and MeasuredCollectives handle these rows.
    if (serves(row.class_name) || row.class_name == kCollectiveClass) continue;
    Text why = collection.add(row);
    if (!why.empty()) skipped.push_back({row.id + " " + row.metric, std::move(why)});
  }
  return collection.take();
}

/// The member that names the group that a fit leaves out.
using Group = std::string Case::*;

/// The data for the fit of the parameters.
struct Evidence {
  const std::vector<Case>& cases;
  const MeasuredCollectives& collectives;
  const OperatorEvidence* operators;  ///< null: none
};

/// Fits to all evidence except that whose `group` is `without` (empty for none).
Result<Parameters> fit(const Evidence& evidence, Group group, std::string_view without,
                       const TaskControl& control) {
  const auto residuals = [&](const Parameters& parameters) {
    std::vector<double> out;
    for (const Case& one : evidence.cases) {
      if (one.*group == without) continue;
      const ClosedForm form = time_run(one.run, parameters);
      for (const Case::Measured& measured : one.measured) {
        const double predicted = *form.value(one.run, measured.row->metric);
        out.push_back(measured.weight * std::log(predicted / measured.value));
      }
    }
    const bool families = group == &Case::family;
    evidence.collectives.add_residuals(parameters, families, without, out);
    if (evidence.operators != nullptr) {
      evidence.operators->append(parameters, families, without, out);
    }
    return out;
  };
  return fit_parameters<Parameters>(parameter_table(), residuals, kPriorWeight, control);
}

/// Predicts the cases whose `group` is `only` (empty for all).
void predict_cases(const std::vector<Case>& cases, Group group, std::string_view only,
                   const Parameters& parameters, std::vector<RowPrediction>& out) {
  for (const Case& one : cases) {
    if (!only.empty() && one.*group != only) continue;
    const ClosedForm form = time_run(one.run, parameters);
    for (const Case::Measured& measured : one.measured) {
      const double scale = measured.row->value / measured.value;
      out.push_back(
          predicted_row(*measured.row, *form.value(one.run, measured.row->metric) * scale));
    }
  }
}

using ClassMetric = std::pair<std::string, std::string>;

/// Absolute errors of each class and metric, ascending.
std::map<ClassMetric, std::vector<double>> absolute_errors(const std::vector<RowPrediction>& rows) {
  std::map<ClassMetric, std::vector<double>> errors;
  for (const RowPrediction& row : rows) {
    errors[{row.class_name, row.metric}].push_back(std::abs(row.relative_error()));
  }
  for (auto& [key, list] : errors) std::sort(list.begin(), list.end());
  return errors;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// Predicts every case, server and collective with parameters that were fitted without its group.
Result<std::vector<RowPrediction>> leave_out(const Evidence& evidence,
                                             const MeasuredServers& servers, bool families,
                                             TaskControl& control, std::uint64_t& done) {
  const Group group = families ? &Case::family : &Case::model;
  std::set<std::string> names = servers.groups(families);
  for (const Case& one : evidence.cases) names.insert(one.*group);
  names.merge(evidence.collectives.groups(families));
  std::vector<RowPrediction> out;
  for (const std::string& name : names) {
    control.advance_to(done++);
    const auto without = fit(evidence, group, name, control);
    if (!without) return fail(without.error());
    predict_cases(evidence.cases, group, name, *without, out);
    const auto served = servers.predict(name, families, *without, control, out);
    if (!served) return fail(served.error());
    evidence.collectives.predict(name, families, *without, out);
  }
  return out;
}

/// The errors of a class and metric; empty if no row was predicted.
std::vector<double> errors_of(const std::map<ClassMetric, std::vector<double>>& errors,
                              const ClassMetric& key) {
  const auto found = errors.find(key);
  return found == errors.end() ? std::vector<double>() : found->second;
}

/// Whether the rows of a class are calls of a fixed shape.
bool runs_as_calls_class(std::string_view class_name) {
  return !generates(class_name) && !trains(class_name) && !serves(class_name) &&
         class_name != kCollectiveClass;
}

std::vector<ResidualStatistics> statistics(const std::vector<RowPrediction>& fitted,
                                           const std::vector<RowPrediction>& left_out,
                                           const std::vector<RowPrediction>& families_left_out) {
  std::map<ClassMetric, std::vector<double>> ratios;
  for (const RowPrediction& row : left_out) {
    ratios[{row.class_name, row.metric}].push_back(row.measured / *row.predicted);
  }
  // A few rows do not determine a band, so a class with few rows gets the band of all classes
  // that run as calls.
  constexpr std::size_t kFewRows = 20;
  constexpr std::size_t kFewestForABand = 5;
  std::map<std::string, std::vector<double>> calls;
  for (const auto& [key, list] : ratios) {
    if (!runs_as_calls_class(key.first)) continue;
    std::vector<double>& pooled = calls[key.second];
    pooled.insert(pooled.end(), list.begin(), list.end());
  }
  const auto fit_errors = absolute_errors(fitted);
  const auto family_errors = absolute_errors(families_left_out);
  std::vector<ResidualStatistics> out;
  for (const auto& [key, errors] : absolute_errors(left_out)) {
    const bool few = runs_as_calls_class(key.first) && errors.size() < kFewRows;
    std::vector<double> sorted = few ? calls[key.second] : ratios[key];
    if (sorted.size() < kFewestForABand) {  // makes the band symmetric
      for (const double ratio : std::vector<double>(sorted)) sorted.push_back(1.0 / ratio);
    }
    std::sort(sorted.begin(), sorted.end());
    out.push_back({.class_name = key.first,
                   .metric = key.second,
                   .rows = static_cast<int>(errors.size()),
                   .fit_mape = rounded_parameter(mean(errors_of(fit_errors, key))),
                   .lomo_mape = rounded_parameter(mean(errors)),
                   .lomo_median = rounded_parameter(sorted_quantile(errors, 0.5)),
                   .lomo_p90 = rounded_parameter(sorted_quantile(errors, 0.9)),
                   .family_mape = rounded_parameter(mean(errors_of(family_errors, key))),
                   .low_ratio = rounded_parameter(sorted_quantile(sorted, 0.05)),
                   .high_ratio = rounded_parameter(sorted_quantile(sorted, 0.95))});
  }
  return out;
}

CalibratedDomain domain_of(const std::vector<Case>& cases, const std::string& class_name) {
  CalibratedDomain domain;
  domain.class_name = class_name;
  for (const Case& one : cases) {
    if (one.class_name == class_name) extend(domain, one.run, one.workload);
  }
  // A single copy is simpler than the measured configurations, so it is in the domain.
  if (const auto copies = domain.sizes.find(kCopiesOnACore); copies != domain.sizes.end()) {
    copies->second.low = 1;
  }
  return domain;
}

}  // namespace

Result<CalibrationReport> calibrate(const catalog::Catalog& catalog,
                                    const std::vector<ValidationRow>& rows,
                                    const CalibrationOptions& options, TaskControl& control) {
  CalibrationReport report;
  const std::vector<Case> cases = collect(catalog, rows, options, report.skipped);
  const MeasuredServers servers(catalog, rows, report.skipped);
  const MeasuredCollectives collectives(catalog, rows, report.skipped);
  std::set<std::string> models, families, classes;
  for (const Case& one : cases) {
    models.insert(one.model);
    families.insert(one.family);
    classes.insert(one.class_name);
  }
  if (models.size() < 2) {
    return fail(ErrorCode::kBadInput,
                tr("requires usable rows of at least 2 models, found {}", models.size()),
                options.data);
  }
  models.merge(servers.groups(false));
  models.merge(collectives.groups(false));
  families.merge(servers.groups(true));
  families.merge(collectives.groups(true));
  control.begin(phrase("Fitting parameters"), models.size() + families.size() + 1);
  const Evidence evidence{cases, collectives, options.evidence};
  const auto parameters = fit(evidence, &Case::model, {}, control);
  if (!parameters) return fail(parameters.error());
  std::uint64_t done = 1;
  auto models_out = leave_out(evidence, servers, false, control, done);
  if (!models_out) return fail(models_out.error());
  report.leave_one_model_out = std::move(*models_out);
  const auto families_out = leave_out(evidence, servers, true, control, done);
  if (!families_out) return fail(families_out.error());
  predict_cases(cases, &Case::model, {}, *parameters, report.fitted);
  const auto served = servers.predict({}, false, *parameters, control, report.fitted);
  if (!served) return fail(served.error());
  collectives.predict({}, false, *parameters, report.fitted);
  report.calibration = {
      .parameters = *parameters,
      .date = options.date,
      .data = options.data,
      .software = options.software,
      .rows = {},
      .residuals = statistics(report.fitted, report.leave_one_model_out, *families_out),
      .domains = {}};
  for (const std::string& class_name : classes) {
    report.calibration.domains.push_back(domain_of(cases, class_name));
  }
  if (!servers.ids().empty()) {
    report.calibration.domains.push_back(servers.domain(*parameters));
  }
  for (const Case& one : cases) report.calibration.rows.push_back(one.id);
  for (std::string& id : servers.ids()) report.calibration.rows.push_back(std::move(id));
  for (std::string& id : collectives.ids()) report.calibration.rows.push_back(std::move(id));
  return report;
}

}  // namespace nscope::sim
