#include "simcore/engine/validation/calibrate.h"

#include "profiler/base/json/document_text.h"
#include "profiler/base/order_statistics.h"
#include "profiler/base/overloaded.h"
#include "profiler/base/parallel.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/fit/parameter_fit.h"
#include "simcore/engine/run/calibrated_domain.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/validation/error_band.h"
#include "simcore/engine/validation/kernel_row.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "simcore/engine/validation/measured_servers.h"
#include "simcore/engine/validation/metric_pool.h"
#include "simcore/engine/validation/row_notes.h"
#include "simcore/engine/validation/start_row.h"
#include "simcore/engine/validation/validate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace nscope::sim {
namespace {

struct MetricWeight {
  std::string_view metric;
  double weight;
};
/// The weight of a row: metrics that vary more between equal runs have a smaller weight. The steps
/// of diffusion transformers hardly count: their rows are many, of few sources, and mix compiler
/// options.
constexpr std::array<MetricWeight, 5> kWeights{{{"tpot_p50", 1.0},
                                                {"throughput", 0.5},
                                                {"ttft_p50", 0.3},
                                                {"latency_p50", 0.5},
                                                {"step_latency", 0.05}}};
constexpr double kPriorWeight = 0.1;
/// The most parts into which groups are divided for cross-validation. More parts leave out fewer
/// groups at a time, which changes the errors little and takes longer.
constexpr std::size_t kMostParts = 24;

/// One configuration and its measured metrics, in our units.
struct Case {
  PreparedRun run;
  Workload workload;
  std::string id;
  RowGroups groups;
  std::string class_name;
  struct Measured {
    const ValidationRow* row = nullptr;
    double value = 0;
    /// 0: predicted, but not fitted, because a value of the row is assumed or because the model has
    /// layers without fitted parameters.
    double weight = 0;
  };
  std::vector<Measured> measured;
  bool fitted = false;  ///< whether a measured value has a weight
};

/// The metric with which a row is fitted and counted.
std::string_view fitted_metric(std::string_view metric) {
  const std::string_view equal = equal_metric(metric);
  // The band of the latency of a decoder follows from those of its first token and its steps.
  if (metric.starts_with("e2e")) return metric;
  // Steps of a static batch differ only by their buckets.
  return equal == "tpot_mean" ? "tpot_p50" : equal;
}

double weight_of(std::string_view metric) {
  for (const MetricWeight& entry : kWeights) {
    if (entry.metric == metric) return entry.weight;
  }
  return 0;
}

/// The prediction of the value of a row, in our units.
std::optional<double> value_of_row(const PreparedRun& run, const ClosedForm& form,
                                   const ValidationRow& row) {
  if (!row.decode_rate) return form.value(run, fitted_metric(row.metric));
  const auto step = form.value(run, "tpot_p50");
  if (!step || *step <= 0) return std::nullopt;
  return std::get<StaticBatch>(run.work).layout.batch / *step;
}

/// Whether the software of a row is too old to be simulated. Rows of NeuronCore-v3 and later need
/// not state it: the first release for them, 2.21, is new enough.
bool is_too_old(const ValidationRow& row, std::string_view generation, std::string_view oldest) {
  if (!generates(row.class_name) || sdk_at_least(row.sdk, oldest)) return false;
  const auto cores = parse_generation(generation);
  return !row.sdk.empty() || !cores || *cores < CoreGeneration::kV3;
}

/// Why a row cannot be used; empty if it can. `generation`: of its NeuronCores.
Text unusable(const ValidationRow& row, const RowWorkload& found, const CalibrationOptions& options,
              std::string_view generation) {
  if (!found.workload) return found.reason;
  if (counted_tokens(row, *found.workload) != 1 || counted_calls(row) != 1) {
    return tr("the throughput counts prompts or several replicas");
  }
  // Older software generates tokens in another way, which is not simulated. For the other classes,
  // the simulation includes the differences between releases.
  if (is_too_old(row, generation, options.software)) {
    return row.sdk.empty() ? tr("the Neuron SDK is not stated")
                           : tr("Neuron SDK '{}' is older than {}", row.sdk, options.software);
  }
  if (weight_of(fitted_metric(row.metric)) == 0) return tr("the metric is not part of the fit");
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
  if (!same_family(row.class_name, run.class_name())) {
    return tr("the model belongs to the class {}", run.class_name());
  }
  if (contradicted(run)) return tr("rows of image networks on Inferentia contradict each other");
  const auto predicted = value_of_row(run, time_run(run, initial_parameters()), row);
  if (!predicted || !std::isfinite(*predicted) || *predicted <= 0) {
    return tr("the metric does not apply to the configuration");
  }
  return {};
}

/// Collects rows with the same id and configuration in one case.
class Collection {
 public:
  Collection(const catalog::Catalog& catalog, const CalibrationOptions& options)
      : catalog_(catalog), options_(options) {}

  /// Adds a row to its case. Returns why the row was not added; empty if it was.
  Text add(const ValidationRow& row) {
    const RowWorkload found = workload_of(catalog_, row);
    const std::string generation = generation_of(catalog_, row.instance);
    if (Text why = unusable(row, found, options_, generation); !why.empty()) return why;
    const double weight = found.assumption.empty() ? weight_of(fitted_metric(row.metric)) : 0;
    // The lengths that are assumed for a row may depend on its metric.
    const std::string key = row.id + compact_text(to_json(*found.workload));
    const auto known = by_configuration_.find(key);
    if (known == by_configuration_.end()) return start_case(row, key, *found.workload, weight);
    Case& to = cases_[known->second];
    if (Text why = unfit(to.run, row); !why.empty()) return why;
    measure(to, row, weight);
    return {};
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  Text start_case(const ValidationRow& row, const std::string& key, const Workload& workload,
                  double weight) {
    auto run = prepare_run(catalog_, workload, initial_parameters());
    if (!run) return text_of(run.error());
    if (Text why = unfit(*run, row); !why.empty()) return why;
    const std::string& generation = run->machine->device->generation;
    const std::string family = family_of(*run->model);
    RowGroups groups{.model = run->model->id,
                     .family = family,
                     .source = source_group(row.repository, row.source, family, generation),
                     .generation = generation};
    by_configuration_.emplace(key, cases_.size());
    const catalog::Model& model = *run->model;
    cases_.push_back({.run = std::move(*run),
                      .workload = workload,
                      .id = row.id,
                      .groups = std::move(groups),
                      .class_name = accuracy_class(row.class_name, model),
                      .measured = {}});
    measure(cases_.back(), row, weight);
    return {};
  }

  static void measure(Case& to, const ValidationRow& row, double weight) {
    // The errors of other layers would move the parameters of all.
    if (!catalog::caches_keys(*to.run.model)) weight = 0;
    to.measured.push_back({.row = &row, .value = *base_value(row), .weight = weight});
    to.fitted = to.fitted || weight > 0;
  }

  const catalog::Catalog& catalog_;
  const CalibrationOptions& options_;
  std::vector<Case> cases_;
  std::map<std::string, std::size_t> by_configuration_;
};

std::vector<Case> collect(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                          const CalibrationOptions& options, std::vector<SkippedRow>& skipped) {
  Collection collection(catalog, options);
  for (const ValidationRow& row : rows) {
    // MeasuredServers, MeasuredCollectives, MeasuredKernels and MeasuredStarts handle these rows.
    if (serves(row.class_name) || row.class_name == kCollectiveClass ||
        row.class_name == kKernelClass || starts(row.class_name)) {
      continue;
    }
    Text why = collection.add(row);
    if (!why.empty()) skipped.push_back({row.id + " " + row.metric, std::move(why)});
  }
  return collection.take();
}

/// The weighted residual of a row, ln(predicted / measured), bounded beyond a usual error.
double residual_of(double predicted, double measured, double weight) {
  constexpr double kUsualError = 0.2;
  return weight * bounded_residual(std::log(predicted / measured), kUsualError);
}

/// The data for the fit of the parameters.
struct Evidence {
  const std::vector<Case>& cases;
  const MeasuredCollectives& collectives;
  const OperatorEvidence* operators;  ///< null: none
};

/// Fits to all evidence except that of `without`.
Result<Parameters> fit(const Evidence& evidence, const LeftOut& without,
                       const TaskControl& control) {
  const auto residuals = [&](const Parameters& parameters) {
    std::vector<double> out;
    for (const Case& one : evidence.cases) {
      if (!one.fitted || without.contains(one.groups)) continue;
      const ClosedForm form = time_run(one.run, parameters_of(*one.measured[0].row, parameters));
      for (const Case::Measured& measured : one.measured) {
        const double predicted = *value_of_row(one.run, form, *measured.row);
        out.push_back(residual_of(predicted, measured.value, measured.weight));
      }
    }
    evidence.collectives.add_residuals(parameters, without, out);
    if (evidence.operators != nullptr) evidence.operators->append(parameters, without, out);
    return out;
  };
  return fit_parameters<Parameters>(parameter_table(), residuals, kPriorWeight, control);
}

constexpr std::string_view kAssumed = "-assumed";

/// Whether the table does not state which part of the time of a throughput is the prefill.
bool has_unknown_prefill(const ValidationRow& row) {
  return row.class_name == "decoder" && row.metric == "throughput" && !row.output_length &&
         !row.decode_rate;
}

/// Predicts the cases of `only`, or all cases if it is empty.
void predict_cases(const std::vector<Case>& cases, const LeftOut& only,
                   const Parameters& parameters, std::vector<RowPrediction>& out) {
  for (const Case& one : cases) {
    if (!only.empty() && !only.contains(one.groups)) continue;
    const ClosedForm form = time_run(one.run, parameters_of(*one.measured[0].row, parameters));
    for (const Case::Measured& measured : one.measured) {
      const double scale = measured.row->value / measured.value;
      out.push_back(
          predicted_row(*measured.row, *value_of_row(one.run, form, *measured.row) * scale));
      out.back().metric = fitted_metric(measured.row->metric);
      out.back().groups = one.groups;
      out.back().in_domain = measured.weight > 0;
      out.back().class_name = accuracy_class(out.back().class_name, *one.run.model);
      if (has_unknown_prefill(*measured.row)) out.back().class_name += kAssumed;
    }
  }
}

/// All measured configurations and their groups.
struct Measurements {
  Evidence evidence;
  const MeasuredServers& servers;

  std::vector<RowGroups> groups() const {
    std::vector<RowGroups> all = servers.groups();
    for (const Case& one : evidence.cases) all.push_back(one.groups);
    for (RowGroups& one : evidence.collectives.groups()) all.push_back(std::move(one));
    return all;
  }
};

/// Predicts the configurations of `only`, or all if it is empty. Rows of servers that are not
/// predicted are added to `skipped`, unless it is null. Errors: kCancelled.
Result<> predict(const Measurements& measurements, const LeftOut& only,
                 const Parameters& parameters, TaskControl& control,
                 std::vector<RowPrediction>& out, std::vector<SkippedRow>* skipped) {
  predict_cases(measurements.evidence.cases, only, parameters, out);
  auto served = measurements.servers.predict(only, parameters, control, out, skipped);
  if (!served) return fail(served.error());
  measurements.evidence.collectives.predict(only, parameters, out);
  return {};
}

/// Divides the groups of the measurements into parts that are left out one after the other: one
/// group each, or kMostParts parts of equal size if there are more groups.
std::vector<LeftOut> parts_of(const Measurements& measurements, Grouping by) {
  std::set<std::string> names;
  for (const RowGroups& one : measurements.groups()) names.insert(one.name(by));
  std::vector<LeftOut> parts(std::min(kMostParts, names.size()), LeftOut{.by = by});
  std::size_t next = 0;
  for (const std::string& name : names) parts[next++ % parts.size()].names.insert(name);
  return parts;
}

/// Predicts every configuration with parameters that were fitted without its part. The fits run on
/// all cores; the result does not depend on their number.
Result<std::vector<RowPrediction>> leave_out(const Measurements& measurements,
                                             const std::vector<LeftOut>& parts,
                                             TaskControl& control,
                                             std::atomic<std::uint64_t>& done) {
  std::vector<Result<std::vector<RowPrediction>>> predicted(parts.size());
  for_each_in_parallel(parts.size(), [&](std::size_t i) {
    const auto without = fit(measurements.evidence, parts[i], control);
    if (!without) {
      predicted[i] = fail(without.error());
      return;
    }
    auto ok = predict(measurements, parts[i], *without, control, *predicted[i], nullptr);
    if (!ok) predicted[i] = fail(ok.error());
    control.advance_to(++done);
  });
  std::vector<RowPrediction> out;
  for (const auto& part : predicted) {
    if (!part) return fail(part.error());
    out.insert(out.end(), part->begin(), part->end());
  }
  return out;
}

/// Class, metric and generation of NeuronCores; the generation is empty for all.
struct StatisticsKey {
  std::string class_name;
  std::string metric;
  std::string generation;
  auto operator<=>(const StatisticsKey&) const = default;
};

/// Whether the rows of a class are calls of a fixed shape.
bool runs_as_calls_class(std::string_view class_name) {
  return !class_name.starts_with("decoder") && !class_name.starts_with("serving") &&
         !generates(class_name) && !trains(class_name) &&
         !class_name.starts_with(kCollectiveClass) && class_name != kKernelClass &&
         !starts(class_name);
}

/// The class in which a row counts. Calls whose batch is assumed are a class of their own, because
/// their errors say more about the assumption than about the simulator.
std::string counted_class(const RowPrediction& row) {
  const bool assumed = runs_as_calls_class(row.class_name) && !row.in_domain;
  return assumed ? row.class_name + std::string(kAssumed) : row.class_name;
}

/// Calls `use(key, row)` for every row with the key of all generations and that of its own.
template <class Use>
void for_each_key(const std::vector<RowPrediction>& rows, const Use& use) {
  for (const RowPrediction& row : rows) {
    const std::string class_name = counted_class(row);
    use(StatisticsKey{class_name, row.metric, {}}, row);
    use(StatisticsKey{class_name, row.metric, row.groups.generation}, row);
  }
}

using Errors = std::map<StatisticsKey, std::vector<double>>;

/// Absolute errors of each key, ascending.
Errors absolute_errors(const std::vector<RowPrediction>& rows) {
  Errors errors;
  for_each_key(rows, [&](const StatisticsKey& key, const RowPrediction& row) {
    errors[key].push_back(std::abs(row.relative_error()));
  });
  for (auto& [key, list] : errors) std::sort(list.begin(), list.end());
  return errors;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// The mean error of a key; 0 if no row was predicted.
double mean_error(const Errors& errors, const StatisticsKey& key) {
  const auto found = errors.find(key);
  return found == errors.end() ? 0.0 : mean(found->second);
}

/// Fewer groups do not determine the band of a class that runs as calls; the band of all such
/// classes applies.
constexpr int kFewestGroupsOfClass = 8;

/// The accuracy of every class and metric, over all generations and for each generation. The band
/// of all generations is that of a generation without measurements.
std::vector<ResidualStatistics> statistics(const CalibrationReport& report,
                                           const std::vector<RowPrediction>& families_left_out) {
  std::map<StatisticsKey, std::vector<GroupedRatio>> ratios;
  std::map<std::string, std::vector<GroupedRatio>> calls;  // by metric
  MetricPools pools;
  for_each_key(report.leave_sources_out, [&](const StatisticsKey& key, const RowPrediction& row) {
    const GroupedRatio ratio{row.measured / *row.predicted, row.groups.source,
                             row.groups.generation};
    ratios[key].push_back(ratio);
    if (key.generation.empty() && runs_as_calls_class(key.class_name) && row.in_domain) {
      calls[key.metric].push_back(ratio);
    }
    if (key.generation.empty()) pools.add(key.class_name, key.metric, ratio);
  });
  const Errors fitted = absolute_errors(report.fitted);
  const Errors models = absolute_errors(report.leave_one_model_out);
  const Errors families = absolute_errors(families_left_out);
  const Errors sources = absolute_errors(report.leave_sources_out);
  std::vector<ResidualStatistics> out;
  for (const auto& [key, own] : ratios) {
    const int groups = error_band(own).groups;
    const std::vector<GroupedRatio>& of_class = ratios.at({key.class_name, key.metric, {}});
    if (!key.generation.empty() && own.size() == of_class.size()) continue;
    const bool pooled =
        runs_as_calls_class(key.class_name) && !key.class_name.ends_with(kAssumed) &&
        error_band(of_class).groups < kFewestGroupsOfClass && !calls[key.metric].empty();
    const std::vector<GroupedRatio>& population = pooled ? calls[key.metric] : of_class;
    ErrorBand band = error_band(population, key.generation);
    BandCoverage coverage = band_coverage(own, population);
    if (error_band(of_class).groups < MetricPools::kFewestSourcesOfMetric) {
      if (const auto shared = pools.band(key.class_name, key.metric, own)) {
        band = shared->band;
        coverage = shared->coverage;
      }
    }
    double bias = 0;
    for (const GroupedRatio& one : own) bias += 1 / one.ratio - 1;
    const std::vector<double>& errors = sources.at(key);
    const auto model_errors = models.find(key);
    const std::vector<double> of_models =
        model_errors == models.end() ? std::vector<double>() : model_errors->second;
    out.push_back(
        {.class_name = key.class_name,
         .metric = key.metric,
         .generation = key.generation,
         .rows = static_cast<int>(own.size()),
         .groups = groups,
         .fit_mape = rounded_parameter(mean_error(fitted, key)),
         .lomo_mape = rounded_parameter(mean(of_models)),
         .lomo_median =
             rounded_parameter(of_models.empty() ? 0.0 : sorted_quantile(of_models, 0.5)),
         .lomo_p90 = rounded_parameter(of_models.empty() ? 0.0 : sorted_quantile(of_models, 0.9)),
         .family_mape = rounded_parameter(mean_error(families, key)),
         .source_mape = rounded_parameter(mean(errors)),
         .source_median = rounded_parameter(sorted_quantile(errors, 0.5)),
         .bias = rounded_parameter(bias / static_cast<double>(own.size())),
         .coverage = rounded_parameter(coverage.share()),
         .low_ratio = rounded_parameter(band.low),
         .high_ratio = rounded_parameter(band.high)});
  }
  return out;
}

/// Fits the parameters of compilation and start, which no other row depends on, and adds the
/// predictions of these rows with whole groups left out. Errors: kCancelled.
Result<> add_starts(const MeasuredStarts& measured, const TaskControl& control,
                    CalibrationReport& report, std::vector<RowPrediction>& families_out) {
  if (measured.empty()) return {};
  const auto fitted = measured.fit({}, control);
  if (!fitted) return fail(fitted.error());
  report.start = *fitted;
  measured.predict(*fitted, report.fitted);
  const auto leave_out = [&](Grouping by, std::vector<RowPrediction>& out) {
    return measured.leave_out(by, control, out);
  };
  if (auto ok = leave_out(Grouping::kModel, report.leave_one_model_out); !ok) return ok;
  if (auto ok = leave_out(Grouping::kFamily, families_out); !ok) return ok;
  return leave_out(Grouping::kSource, report.leave_sources_out);
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
                                    const std::vector<ValidationRow>& all_rows,
                                    const CalibrationOptions& options, TaskControl& control) {
  CalibrationReport report;
  std::vector<ValidationRow> rows;
  for (const ValidationRow& row : all_rows) {
    if (row.doubtful.empty()) {
      rows.push_back(row);
    } else {
      report.skipped.push_back({row.id + " " + row.metric, tr("doubtful: {}", row.doubtful)});
    }
  }
  const std::vector<Case> cases = collect(catalog, rows, options, report.skipped);
  const MeasuredServers servers(catalog, rows, report.skipped);
  const MeasuredCollectives collectives(catalog, rows, report.skipped);
  const MeasuredKernels kernels(catalog, rows, report.skipped);
  const MeasuredStarts measured_starts(catalog, rows, report.skipped);
  std::set<std::string> models, classes;
  for (const Case& one : cases) {
    models.insert(one.groups.model);
    classes.insert(one.class_name);
  }
  if (models.size() < 2) {
    return fail(ErrorCode::kBadInput,
                tr("requires usable rows of at least 2 models, found {}", models.size()),
                options.data);
  }
  const Measurements measurements{{cases, collectives, options.evidence}, servers};
  const std::vector<LeftOut> by_model = parts_of(measurements, Grouping::kModel);
  const std::vector<LeftOut> by_family = parts_of(measurements, Grouping::kFamily);
  const std::vector<LeftOut> by_source = parts_of(measurements, Grouping::kSource);
  control.begin(phrase("Fitting parameters"),
                by_model.size() + by_family.size() + by_source.size() + 1);
  const auto parameters = fit(measurements.evidence, {}, control);
  if (!parameters) return fail(parameters.error());
  std::atomic<std::uint64_t> done = 1;
  auto models_out = leave_out(measurements, by_model, control, done);
  if (!models_out) return fail(models_out.error());
  report.leave_one_model_out = std::move(*models_out);
  auto families_out = leave_out(measurements, by_family, control, done);
  if (!families_out) return fail(families_out.error());
  auto sources_out = leave_out(measurements, by_source, control, done);
  if (!sources_out) return fail(sources_out.error());
  report.leave_sources_out = std::move(*sources_out);
  auto predicted = predict(measurements, {}, *parameters, control, report.fitted, &report.skipped);
  if (!predicted) return fail(predicted.error());
  // The parameters of kernels are not fitted, so that nothing has to be left out.
  kernels.predict(report.leave_one_model_out);
  kernels.predict(*families_out);
  kernels.predict(report.leave_sources_out);
  kernels.predict(report.fitted);
  if (auto ok = add_starts(measured_starts, control, report, *families_out); !ok) {
    return fail(ok.error());
  }
  report.calibration = {.parameters = *parameters,
                        .date = options.date,
                        .data = options.data,
                        .software = options.software,
                        .rows = {},
                        .residuals = statistics(report, *families_out),
                        .domains = {}};
  for (const std::string& class_name : classes) {
    report.calibration.domains.push_back(domain_of(cases, class_name));
  }
  if (!servers.ids().empty()) {
    report.calibration.domains.push_back(servers.domain(*parameters));
  }
  if (!kernels.ids().empty()) report.calibration.domains.push_back(kernels.domain());
  for (const std::string_view class_name : {kCompileClass, kStartClass}) {
    CalibratedDomain domain = measured_starts.domain(class_name);
    if (!domain.models.empty()) report.calibration.domains.push_back(std::move(domain));
  }
  for (const Case& one : cases) {
    std::vector<std::string>& ids = report.calibration.rows;
    if (ids.empty() || ids.back() != one.id) ids.push_back(one.id);
  }
  for (std::string& id : servers.ids()) report.calibration.rows.push_back(std::move(id));
  for (std::string& id : collectives.ids()) report.calibration.rows.push_back(std::move(id));
  for (std::string& id : kernels.ids()) report.calibration.rows.push_back(std::move(id));
  for (std::string& id : measured_starts.ids()) report.calibration.rows.push_back(std::move(id));
  return report;
}

}  // namespace nscope::sim
