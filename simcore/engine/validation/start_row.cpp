#include "simcore/engine/validation/start_row.h"

#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/fit/parameter_fit.h"
#include "simcore/engine/start_up/start_domain.h"
#include "simcore/engine/validation/publications.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace nscope::sim {
namespace {

using StartQuantity = StartRow::Quantity;

/// A model of the catalogue and the words of `text` after its name: "DiT", "2 blocks 3.5K tokens".
struct NamedModel {
  const catalog::Model* model = nullptr;
  std::string_view component{};
};
NamedModel named_model(const catalog::Catalog& catalog, std::string_view text) {
  for (std::size_t end = text.size(); end != text.npos && end > 0;
       end = text.substr(0, end).rfind(' ')) {
    const auto model = catalog.model(text.substr(0, end));
    if (!model) continue;
    const std::string_view rest = text.substr(end);
    return {.model = *model, .component = rest.substr(std::min<std::size_t>(1, rest.size()))};
  }
  return {};
}

/// The number before a word: 3500 in "54 blocks 3.5K tokens" before "tokens"; 0: none.
double stated_before(std::string_view text, std::string_view word) {
  std::string_view previous;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one != word) {
      previous = one;
      continue;
    }
    double value = 0;
    const auto [at, error] =
        std::from_chars(previous.data(), previous.data() + previous.size(), value);
    if (error != std::errc()) return 0;
    constexpr double kThousand = 1e3;
    return at != previous.data() + previous.size() && *at == 'K' ? value * kThousand : value;
  }
  return 0;
}

/// Lengths of the graphs that the notes list ("buckets 128/256/512/1024"); 0: not stated.
int listed_buckets(std::string_view notes) {
  constexpr std::string_view kWord = "buckets ";
  const std::size_t at = notes.find(kWord);
  if (at == notes.npos) return 0;
  const std::string_view list =
      notes.substr(at + kWord.size(),
                   notes.find_first_not_of("0123456789/", at + kWord.size()) - (at + kWord.size()));
  return list.empty() ? 0 : 1 + static_cast<int>(std::count(list.begin(), list.end(), '/'));
}

/// What the row measures; nullopt for other metrics.
std::optional<StartQuantity> quantity_of(const ValidationRow& row) {
  const std::string_view metric = row.metric;
  const bool divides = mentions(row.notes, "shard at load") ||
                       mentions(row.notes, "sharded over") ||
                       mentions(row.notes, "sharded at load") || mentions(row.notes, "sharding") ||
                       mentions(row.notes, "requantizes");
  if (metric == "compile_time") {
    return mentions(row.notes, "after the priority one") ? StartQuantity::kOtherGraphs
                                                         : StartQuantity::kBuild;
  }
  if (metric == "build_total") return StartQuantity::kBuild;
  if (metric == "compile_priority_hlo") return StartQuantity::kFirstGraph;
  if (metric == "weight_shard") return StartQuantity::kDivision;
  if (metric == "weight_load" || metric == "model_load" || metric == "load_cold" ||
      metric == "load_warm") {
    return divides ? StartQuantity::kLoad : StartQuantity::kWeights;
  }
  if (metric == "warmup") return StartQuantity::kWarmUp;
  if (metric == "e2e_cold" || metric == "e2e_warm") return StartQuantity::kFirstOutput;
  return std::nullopt;
}

/// The storage of a row, and the assumption if it does not state it.
WeightStorage storage_of(const ValidationRow& row, std::vector<Text>& assumptions) {
  if (mentions(row.notes, "local disk")) return WeightStorage::kLocalDisk;
  if (row.class_name == kCompileClass) return WeightStorage::kEbs;  // of shards that a build stores
  if (row.metric.ends_with("_cold")) {
    assumptions.push_back(tr("the storage is not stated; a gp3 volume is assumed"));
    return WeightStorage::kEbs;
  }
  if (!row.metric.ends_with("_warm")) {
    assumptions.push_back(tr("the storage is not stated; the page cache is assumed"));
  }
  return WeightStorage::kPageCache;
}

/// The class of rows whose readers give the workload of a model.
std::string class_of_model(const catalog::Model& model) {
  switch (model.architecture) {
    case catalog::Architecture::kDecoder: return "decoder";
    case catalog::Architecture::kEncoderDecoder: return "encoder-decoder";
    case catalog::Architecture::kDiffusion: return "diffusion";
    case catalog::Architecture::kVisionCnn:
    case catalog::Architecture::kVisionTransformer: return "vision";
    default: return "encoder";
  }
}

/// The settings of a decoder that its plan does not contain.
void note_outside(const ValidationRow& row, StartRow& out) {
  out.outside = out.plan.unmeasured;
  for (int degree = 2; degree <= 8; degree *= 2) {
    if (mentions(row.notes, "EP" + std::to_string(degree))) {
      out.outside.push_back(tr("expert parallelism has other graphs"));
    }
  }
  if (mentions(row.notes, "compiles at once")) {
    out.outside.push_back(tr("several models were compiled at once"));
  }
}

/// The workload of a row, with the lengths that compile times need.
RowWorkload workload_to_start(const ValidationRow& row, const NamedModel& named,
                              std::vector<Text>& assumptions) {
  ValidationRow as = row;
  as.model = named.model->id;
  as.class_name = class_of_model(*named.model);
  as.metric = "latency_p50";
  as.speculation.clear();
  if (generates(as.class_name) && !as.sequence_length) {
    constexpr int kUsualLength = 2048;
    as.sequence_length = kUsualLength;
    assumptions.push_back(
        tr("the compiled length is not stated; {} is assumed", as::count(kUsualLength)));
  }
  if (generates(as.class_name)) as.input_length = as.output_length = *as.sequence_length / 2;
  RowWorkload found = workload_of(as);
  if (!found.workload) return found;
  if (!found.assumption.empty()) assumptions.push_back(found.assumption);
  Workload& workload = *found.workload;
  if (mentions(row.stack, "vLLM") && generates(as.class_name)) workload.kind = ServingSetup();
  workload.start.buckets = listed_buckets(row.notes);
  if (workload.start.buckets == 0 && !mentions(row.stack, "vLLM")) workload.start.buckets = 1;
  workload.start.storage = storage_of(row, assumptions);
  // The plugin of vLLM stores shards by default; its parts of a build do not contain them.
  const bool plugin = mentions(row.stack, "vLLM") && row.metric == "compile_time" &&
                      !mentions(row.notes, "after the priority one");
  workload.start.presharded =
      plugin || publication_of(row.source).stores_shards || mentions(row.notes, "+ shard");
  return found;
}

/// Applies the blocks and tokens that the name of a component states.
Text apply_component(std::string_view component, StartPlan& plan) {
  if (component.empty() || component == "DiT" || component.starts_with("transformer")) return {};
  const double blocks = stated_before(component, "blocks");
  const double tokens = stated_before(component, "tokens");
  if (blocks == 0 || tokens == 0) {
    return tr("the component '{}' is not described in the catalogue", std::string(component));
  }
  double before = 0;
  double after = 0;
  for (GraphToCompile& graph : plan.compile.graphs) {
    before += graph.elements;
    const double share = graph.layers > 0 ? blocks / graph.layers : 1;
    const double longer = graph.tokens > 0 ? tokens / graph.tokens : 1;
    graph.layers *= share;
    graph.elements *= share;
    graph.operators *= share;
    graph.tiles *= share * longer;
    graph.tokens *= longer;
    graph.scores *= longer * longer;
    after += graph.elements;
  }
  if (before > 0) plan.compile.layout_elements *= after / before;
  return {};
}

/// Reduces the load of a diffusion model to its text encoder.
void keep_text_encoder(const catalog::Model& model, StartPlan& plan) {
  double bytes = 0;
  for (const catalog::ModelPart& part : model.parts) {
    if (part.name == "text_encoder") bytes += part.parameters * kBf16;
  }
  plan.load.largest_rank *= bytes / plan.checkpoint;
  plan.load.stored = bytes;
}

Text plan_row(const catalog::Catalog& catalog, const ValidationRow& row,
              const Calibration& calibration, const StartParameters& parameters, StartRow& out) {
  if (mentions(row.notes, "vision part")) {
    return tr("the component '{}' is not described in the catalogue", "vision part");
  }
  const NamedModel named = named_model(catalog, row.model);
  if (named.model == nullptr) return tr("the model '{}' is not in the catalogue", row.model);
  const bool builds = row.class_name == kCompileClass;
  const RowWorkload found = workload_to_start(row, named, out.assumptions);
  if (!found.workload) return found.reason;
  auto plan = plan_start(catalog, *found.workload, calibration.parameters, parameters);
  if (!plan) return text_of(plan.error());
  out.plan = std::move(*plan);
  if (Text why = apply_component(named.component, out.plan); !why.empty()) return why;
  const bool diffusion = named.model->architecture == catalog::Architecture::kDiffusion;
  const bool whole = diffusion && named.component.empty();
  if (whole && (mentions(row.notes, "whole") || row.stack.starts_with("Difflet"))) {
    if (builds) {
      return tr("the graphs of the text encoder and of the VAE of {} are not described",
                named.model->id);
    }
    out.assumptions.push_back(tr("the weights of the VAE are not counted"));
  } else if (whole && builds) {
    out.assumptions.push_back(tr("only the transformer is assumed to be compiled"));
  }
  if (!diffusion) note_outside(row, out);
  if (diffusion && (mentions(row.notes, " expert;") || mentions(row.notes, "both experts"))) {
    out.outside.push_back(tr("two transformers take turns, of which the catalogue has one"));
  }
  out.quantity = *quantity_of(row);
  if (out.quantity == StartQuantity::kLoad) out.plan.load.presharded = false;
  if (whole && mentions(row.notes, "text encoder")) keep_text_encoder(*named.model, out.plan);
  if (out.quantity == StartQuantity::kFirstOutput) {
    const auto run = plan_run(catalog, *found.workload, calibration.parameters);
    if (!run) return text_of(run.error());
    const auto* const call = std::get_if<FixedCall>(&run->work);
    const auto step = time_run(*run, calibration.parameters).value(*run, "step_latency");
    if (call == nullptr || !step) return tr("the time of an output is not predicted");
    out.output_seconds = *step * call->denoising_steps();
    if (mentions(row.notes, "sharded at load")) out.plan.load.presharded = false;
  }
  const std::string& generation = out.plan.point.generation;
  const std::string family = family_of(*named.model);
  out.groups = {.model = named.model->id,
                .family = family,
                .source = row.repository.empty()
                              ? source_group(row.repository, row.source, family, generation)
                              : row.repository,
                .generation = generation};
  return {};
}

Text wrong_unit(const ValidationRow& row) {
  return tr("wrong unit '{}'; the metric has the unit {}", row.unit, "s");
}

std::string_view metric_of_class(std::string_view class_name) {
  return class_name == kCompileClass ? kCompileMetric : kStartMetric;
}

}  // namespace

double StartRow::seconds(const StartParameters& parameters) const {
  const bool builds = quantity == StartQuantity::kBuild || quantity == StartQuantity::kFirstGraph ||
                      quantity == StartQuantity::kOtherGraphs;
  if (builds) {
    const CompileTimes times =
        compile_times(plan.compile, plan.compiler->vcpus_of_host(), plan.build_storage, parameters);
    if (quantity == StartQuantity::kFirstGraph) return times.first;
    return quantity == StartQuantity::kOtherGraphs ? times.others : times.total();
  }
  const LoadTimes times = load_times(plan.load, plan.storage, parameters);
  switch (quantity) {
    case StartQuantity::kDivision:
      // The checkpoint is divided although a later start could load its shards.
      return parameters.shard_start + plan.load.stored / parameters.shard +
             plan.load.converted / parameters.expert_layout;
    case StartQuantity::kWeights: return times.weights();
    case StartQuantity::kLoad: return times.load();
    case StartQuantity::kWarmUp: return times.warm_up;
    default: break;
  }
  return times.load() + output_seconds;
}

FoundStart start_row(const catalog::Catalog& catalog, const ValidationRow& row,
                     const Calibration& calibration, const StartParameters& parameters) {
  if (!quantity_of(row)) return {.reason = tr("the metric '{}' is not predicted", row.metric)};
  StartRow out;
  if (Text why = plan_row(catalog, row, calibration, parameters, out); !why.empty()) {
    return {.reason = std::move(why)};
  }
  return {.row = std::move(out)};
}

void predict_start(const catalog::Catalog& catalog, const ValidationRow& row,
                   const Calibration& calibration, RowPrediction& out) {
  const auto& parameters = built_in_start_parameters();
  if (!parameters) {
    out.reason = text_of(parameters.error());
    return;
  }
  const FoundStart found = start_row(catalog, row, calibration, *parameters);
  const auto factor = unit_factor("s", row.unit);
  if (!found.row || !factor) {
    out.reason = found.row ? wrong_unit(row) : found.reason;
    return;
  }
  std::vector<Text> outside = outside_start(calibration, row.class_name, found.row->plan);
  for (const Text& reason : found.row->outside) {
    if (std::find(outside.begin(), outside.end(), reason) == outside.end()) {
      outside.push_back(reason);
    }
  }
  MetricList list(calibration, row.class_name, found.row->groups.generation, outside.empty());
  const std::string metric(metric_of_class(row.class_name));
  list.add(metric, found.row->seconds(*parameters), "s", metric);
  const Metric& predicted = list.back();
  out.predicted = predicted.value * *factor;
  if (predicted.low) out.low = *predicted.low * *factor;
  if (predicted.high) out.high = *predicted.high * *factor;
  out.in_domain = outside.empty();
  outside.insert(outside.end(), found.row->assumptions.begin(), found.row->assumptions.end());
  out.reason = joined_by_semicolons(outside);
}

CalibratedDomain MeasuredStarts::domain(std::string_view class_name) const {
  CalibratedDomain domain;
  domain.class_name = class_name;
  for (const Measured& one : measured_) {
    if (one.row.class_name != class_name || one.weight <= 0) continue;
    extend(domain, start_point(one.start.plan, class_name));
  }
  return domain;
}

MeasuredStarts::MeasuredStarts(const catalog::Catalog& catalog,
                               const std::vector<ValidationRow>& rows,
                               std::vector<SkippedRow>& skipped) {
  const auto& parameters = built_in_start_parameters();
  const auto& calibration = built_in_calibration();
  std::map<std::string, int> of_group;
  for (const ValidationRow& row : rows) {
    if (!starts(row.class_name)) continue;
    FoundStart found;
    if (!parameters || !calibration) {
      found.reason = text_of(parameters ? calibration.error() : parameters.error());
    } else {
      found = start_row(catalog, row, *calibration, *parameters);
    }
    const auto factor = unit_factor("s", row.unit);
    if (!found.row || !factor) {
      Text why = found.row ? wrong_unit(row) : std::move(found.reason);
      skipped.push_back({row.id + " " + row.metric, std::move(why)});
      continue;
    }
    ++of_group[found.row->groups.source];
    measured_.push_back(
        {.row = row, .start = std::move(*found.row), .seconds = row.value / *factor});
  }
  // Rows of one group have common errors, so a row of a large group counts less.
  constexpr double kUsualError = 0.35;
  for (Measured& one : measured_) {
    if (!one.start.outside.empty()) continue;
    const double rows_of_group = of_group.at(one.start.groups.source);
    one.weight = 1 / (kUsualError * std::pow(rows_of_group, 0.25));
  }
}

Result<StartParameters> MeasuredStarts::fit(const LeftOut& without,
                                            const TaskControl& control) const {
  const auto& table = built_in_start_parameter_table();
  if (!table) return fail(table.error());
  constexpr double kLargest = 1;
  const auto residuals = [&](const StartParameters& parameters) {
    std::vector<double> out;
    for (const Measured& one : measured_) {
      if (one.weight <= 0 || without.contains(one.start.groups)) continue;
      const double error = std::log(one.start.seconds(parameters) / one.seconds);
      out.push_back(bounded_residual(one.weight * error, kLargest));
    }
    return out;
  };
  // A factor of e^0.5 from the start value counts as much as a usual error.
  constexpr double kPrior = 1;
  const std::span<const StartParameterInfo> infos(*table);
  return fit_parameters<StartParameters>(infos, residuals, kPrior, control);
}

void MeasuredStarts::predict(const Measured& one, const StartParameters& parameters,
                             std::vector<RowPrediction>& out) const {
  ValidationRow row = one.row;
  row.metric = metric_of_class(row.class_name);
  row.value = one.seconds;
  row.unit = "s";
  out.push_back(predicted_row(row, one.start.seconds(parameters)));
  out.back().groups = one.start.groups;
  out.back().in_domain = one.weight > 0;
}

void MeasuredStarts::predict(const StartParameters& parameters,
                             std::vector<RowPrediction>& out) const {
  for (const Measured& one : measured_) predict(one, parameters, out);
}

Result<> MeasuredStarts::leave_out(Grouping by, const TaskControl& control,
                                   std::vector<RowPrediction>& out) const {
  std::set<std::string> names;
  for (const Measured& one : measured_) names.insert(one.start.groups.name(by));
  for (const std::string& name : names) {
    const LeftOut part{.by = by, .names = {name}};
    const auto parameters = fit(part, control);
    if (!parameters) return fail(parameters.error());
    for (const Measured& one : measured_) {
      if (part.contains(one.start.groups)) predict(one, *parameters, out);
    }
  }
  return {};
}

std::vector<std::string> MeasuredStarts::ids() const {
  std::vector<std::string> ids;
  for (const Measured& one : measured_) ids.push_back(one.row.id);
  return ids;
}

}  // namespace nscope::sim
