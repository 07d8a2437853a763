#include "simcore/engine/compile_cache/compile_plan.h"

#include "simcore/engine/calibration/error_factors.h"
#include "simcore/engine/compile_cache/seeded_draw.h"
#include "simcore/engine/start_up/start_domain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::uint64_t kFnvBasis = 14695981039346656037u;
constexpr std::uint64_t kFnvPrime = 1099511628211u;

// Limits for the memory and time of a run.
constexpr double kMostDraws = 20e6;
constexpr std::size_t kMostGraphs = 200'000;

/// FNV-1a, which is stable across machines and versions of the program.
std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = kFnvBasis;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= kFnvPrime;
  }
  return hash;
}

double host_factor(double cores, const CompileParameters& p) {
  const double used = std::clamp(cores, 1.0, p.useful_cores);
  return (1 - p.core_share) + p.core_share * p.useful_cores / used;
}

/// Compile time at an optimisation level divided by that at level 2.
double level_factor(int optlevel, const CompileParameters& p) {
  return optlevel == 1 ? p.level_1 : optlevel == 3 ? p.level_3 : 1.0;
}

/// The --target of neuronx-cc: "trn1" for "trn1.32xlarge".
std::string_view target_of(const catalog::Instance& instance) {
  const std::string_view id = instance.id;
  return id.substr(0, id.find_first_of(".-"));
}

/// The band of measured compilations, and one point of it as a factor of a predicted compile time.
class MeasuredBand {
 public:
  MeasuredBand(const Calibration& calibration, const catalog::Instance& instance,
               std::string generation, CompileBand band)
      : calibration_(calibration),
        instance_(instance),
        generation_(std::move(generation)),
        band_(band) {}

  ErrorFactors factors_of(const catalog::Model& model, int degree,
                          const GraphToCompile& graph) const {
    const StartPlan plan{
        .compiler = &instance_,
        .runner = &instance_,
        .compile = {.graphs = {graph}},
        .load = {},
        .tensor_parallel = degree,
        .point = {
            .generation = generation_, .dtype = "bf16", .weight_dtype = "bf16", .model = model.id}};
    return factors_of(outside_start(calibration_, kCompileClass, plan).empty());
  }
  /// Of graphs of which only the number of parameters is known: no measurement is like them.
  ErrorFactors unmeasured() const { return factors_of(false); }

  double factor_of(const ErrorFactors& factors) const {
    if (!factors.range || band_ == CompileBand::kNominal) return 1;
    return band_ == CompileBand::kLow ? factors.range->low : factors.range->high;
  }

 private:
  ErrorFactors factors_of(bool inside) const {
    const MeasuredAs measured{std::string(kCompileClass), kCompileMetric};
    return error_factors(calibration_, std::span(&measured, 1), generation_, inside);
  }

  const Calibration& calibration_;
  const catalog::Instance& instance_;
  std::string generation_;
  CompileBand band_;
};

/// The model of a graph of a scenario.
struct GraphModel {
  double parameters = 0;                    ///< of the whole model
  int tensor_parallel = 1;                  ///< of a graph of a model of the catalogue
  const catalog::Model* decoder = nullptr;  ///< with known dimensions, whose graphs are known
};

/// Collects the graphs and programs of one plan.
class Planner {
 public:
  /// `models` has an entry for each graph of the scenario.
  Planner(const CompileScenario& scenario, const CompileParameters& parameters,
          const StartParameters& start, const MeasuredBand& band, double cores,
          std::vector<GraphModel> models, CompilePlan& plan)
      : scenario_(scenario),
        parameters_(parameters),
        start_(start),
        band_(band),
        cores_(cores),
        models_(std::move(models)),
        plan_(plan) {}

  Result<> go() {
    const int streams = scenario_.lengths ? scenario_.lengths->streams : 1;
    const double draws =
        scenario_.lengths ? static_cast<double>(streams) * scenario_.lengths->steps : 0;
    if (draws > kMostDraws) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("the streams have {} steps in total; at most {} are supported",
                     as::fixed(draws, 0), as::fixed(kMostDraws, 0)));
    }
    double needs = 0;
    for (int stream = 0; stream < streams; ++stream) {
      plan_.programs.push_back(program(static_cast<std::uint64_t>(stream)));
      needs += static_cast<double>(plan_.programs.back().needs.size());
      if (scenario_.lengths && plan_.programs.back().steps == 0) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("all lengths exceed the largest bucket, so there are no steps to run"));
      }
      if (plan_.graphs.size() > kMostGraphs || needs > kMostDraws) {
        return fail(
            ErrorCode::kInvalidArgument,
            tr("the programs use {} graphs with {} first uses; at most {} graphs with {} "
               "first uses are supported",
               plan_.graphs.size(), as::fixed(needs, 0), kMostGraphs, as::fixed(kMostDraws, 0)));
      }
    }
    return {};
  }

 private:
  /// The graph of `spec` with the number `copy`, at a length; 0: independent of the length.
  std::uint32_t graph(std::size_t spec, int copy, int length) {
    const auto [it, added] =
        index_.try_emplace({spec, copy, length}, static_cast<std::uint32_t>(plan_.graphs.size()));
    if (!added) return it->second;
    GraphSpec described = scenario_.graphs[spec];
    const GraphModel& model = models_[spec];
    described.parameters = model.parameters;
    CompiledGraph made;
    made.name = described.name;
    if (described.count > 1) made.name += fmt::format(" {}", copy + 1);
    if (length > 0) made.name += fmt::format(", length {}", length);
    // The hash covers everything except the weights, which are not part of a graph.
    made.hash =
        hash_text(fmt::format("{}|{}|{}|{}|{}", made.name, described.model, described.parameters,
                              described.training, model.tensor_parallel));
    made.measured = described.seconds.has_value();
    made.seconds = seconds_of(described, model, length);
    const CompileParameters& p = parameters_;
    // The graph of a decoder is that of one core.
    const double parameters =
        described.parameters / (model.decoder == nullptr ? 1 : model.tensor_parallel);
    made.neff_bytes =
        described.neff_bytes.value_or(p.neff_bytes + p.neff_per_parameter * parameters);
    if (parameters > 0) {
      made.memory = (p.compiler_memory + p.memory_per_parameter * parameters) *
                    (scenario_.optlevel == 3 ? p.level_3_memory : 1.0);
    }
    plan_.graphs.push_back(std::move(made));
    return it->second;
  }

  double seconds_of(const GraphSpec& graph, const GraphModel& model, int length) {
    if (graph.seconds) return *graph.seconds;
    if (model.decoder == nullptr) return seconds_by_size(graph);
    const GraphToCompile made =
        decoder_graph(*model.decoder, model.tensor_parallel, length, start_);
    ErrorFactors factors = band_.factors_of(*model.decoder, model.tensor_parallel, made);
    if (plan_.no_band.empty()) plan_.no_band = std::move(factors.missing);
    return compile_seconds(made, scenario_.optlevel, cores_, parameters_, start_) *
           band_.factor_of(factors);
  }

  /// The power law at this point of its range, or at that of measured compilations if it is wider.
  double seconds_by_size(const GraphSpec& graph) {
    ErrorFactors factors = band_.unmeasured();
    if (plan_.no_band.empty()) plan_.no_band = std::move(factors.missing);
    const double stated = compile_seconds(graph, scenario_.optlevel, cores_, parameters_);
    const double nominal = built_in_compile_parameters()->nominal.graph_seconds;
    const double measured = stated * nominal / parameters_.graph_seconds * band_.factor_of(factors);
    return parameters_.graph_seconds < nominal ? std::min(stated, measured)
                                               : std::max(stated, measured);
  }

  /// The bucket of a length; nullopt if the length exceeds all buckets.
  std::optional<int> compiled_length(int length) const {
    const std::vector<int>& buckets = scenario_.lengths->buckets;
    if (buckets.empty()) return length;
    const auto found = std::lower_bound(buckets.begin(), buckets.end(), length);
    return found == buckets.end() ? std::nullopt : std::optional(*found);
  }

  int length_of(std::uint64_t stream, int step) const {
    const LengthStream& lengths = *scenario_.lengths;
    if (!lengths.lengths.empty()) {
      return lengths.lengths[static_cast<std::size_t>(step) % lengths.lengths.size()];
    }
    const SeededDraw draw(scenario_.seed,
                          {kLengthPurpose, stream, static_cast<std::uint64_t>(step)});
    const double value = std::round(lengths.median * std::exp(lengths.sigma * draw.normal()));
    return static_cast<int>(std::clamp(value, static_cast<double>(lengths.minimum),
                                       static_cast<double>(lengths.maximum)));
  }

  /// Adds the needs of a length that is new for the program.
  void need_length(int length, std::set<int>& met, int& steps_before, CompileProgram& out) {
    if (plan_.graphs.size() > kMostGraphs || !met.insert(length).second) return;
    for (std::size_t spec = 0; spec < scenario_.graphs.size(); ++spec) {
      if (!scenario_.graphs[spec].by_length) continue;
      for (int copy = 0; copy < scenario_.graphs[spec].count; ++copy) {
        out.needs.push_back({graph(spec, copy, length), steps_before});
        steps_before = 0;
      }
    }
  }

  CompileProgram program(std::uint64_t stream) {
    CompileProgram out;
    int steps_before = 0;
    for (std::size_t spec = 0; spec < scenario_.graphs.size(); ++spec) {
      if (scenario_.graphs[spec].by_length) continue;
      for (int copy = 0; copy < scenario_.graphs[spec].count; ++copy) {
        out.needs.push_back({graph(spec, copy, 0), 0});
      }
    }
    if (!scenario_.lengths) {
      out.needs_before_first_step = out.needs.size();
      return out;
    }
    const LengthStream& lengths = *scenario_.lengths;
    std::set<int> met;
    if (lengths.warm_up) {
      for (const int bucket : lengths.buckets) need_length(bucket, met, steps_before, out);
    }
    for (int step = 0; step < lengths.steps; ++step) {
      const int length = length_of(stream, step);
      const auto compiled = compiled_length(length);
      if (!compiled) {
        ++out.too_long;
        continue;
      }
      need_length(*compiled, met, steps_before, out);
      if (out.steps == 0) out.needs_before_first_step = out.needs.size();
      ++out.steps;
      ++steps_before;
      out.tokens += length;
      out.padded_tokens += *compiled;
    }
    if (out.steps == 0) out.needs_before_first_step = out.needs.size();
    out.steps_after_last_need = steps_before;
    return out;
  }

  const CompileScenario& scenario_;
  const CompileParameters& parameters_;
  const StartParameters& start_;
  const MeasuredBand& band_;
  double cores_;
  std::vector<GraphModel> models_;
  CompilePlan& plan_;
  std::map<std::tuple<std::size_t, int, int>, std::uint32_t> index_;
};

/// Limits the number of parallel compilations to the host. Errors: kInvalidArgument if the host
/// has too little memory for one.
Result<> limit_workers(const CompileScenario& scenario, const CompileParameters& parameters,
                       double cores, CompilePlan& plan) {
  double largest = 0;
  for (const CompiledGraph& graph : plan.graphs) largest = std::max(largest, graph.memory);
  const double memory = plan.instance->memory_of_host();
  if (largest > memory) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: compiling the largest graph needs about {} of host memory (assumed), but "
                   "the host has {}; compile on a larger host",
                   plan.instance->id, as::bytes(largest), as::bytes(memory)));
  }
  plan.workers = scenario.workers;
  const int by_cores = std::max(1, static_cast<int>(cores));
  const int by_memory =
      largest > 0 ? static_cast<int>(std::min(memory / largest, 1e6)) : plan.workers;
  if (const int most = std::min(by_cores, by_memory); most < plan.workers) {
    plan.workers = most;
    plan.workers_limit = by_memory < by_cores ? tr("each needs {} (assumed) of {} of host memory",
                                                   as::bytes(largest), as::bytes(memory))
                                              : tr_plural(by_cores, "the host has {} vCPU",
                                                          "the host has {} vCPUs", by_cores);
  }
  plan.worker_factor =
      host_factor(cores / plan.workers, parameters) / host_factor(cores, parameters);
  return {};
}

}  // namespace

bool CompilePlan::all_measured() const {
  return std::all_of(graphs.begin(), graphs.end(),
                     [](const CompiledGraph& graph) { return graph.measured; });
}

std::vector<std::uint32_t> seen_by_trial(const CompilePlan& plan,
                                         std::span<const std::uint32_t> programs, int trial_steps) {
  std::vector<std::uint32_t> seen;
  std::vector<bool> taken(plan.graphs.size());
  for (const std::uint32_t program : programs) {
    std::int64_t step = 0;
    for (const Need& need : plan.programs[program].needs) {
      step += need.steps_before;
      if (step >= trial_steps) break;
      if (taken[need.graph]) continue;
      taken[need.graph] = true;
      seen.push_back(need.graph);
    }
  }
  return seen;
}

std::string CompileKey::graph_text() const {
  return std::to_string(graph);
}

std::string CompileKey::flags_text() const {
  return fmt::format("{:08x}", flags);
}

std::string CompileKey::module() const {
  return fmt::format("MODULE_{}+{}", graph_text(), flags_text());
}

std::string canonical_flags(std::string_view target, int optlevel, std::string_view more) {
  std::set<std::string, std::less<>> words{fmt::format("--optlevel={}", optlevel),
                                           fmt::format("--target={}", target)};
  while (!more.empty()) {
    const std::size_t begin = more.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos) break;
    more.remove_prefix(begin);
    const std::size_t end = std::min(more.find_first_of(" \t\n"), more.size());
    words.emplace(more.substr(0, end));
    more.remove_prefix(end);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

CompileKey compile_key(std::string_view graph, std::string_view flags, std::string_view version) {
  return {.graph = hash_text(graph),
          .flags = static_cast<std::uint32_t>(hash_text(flags)),
          .compiler_version = std::string(version)};
}

double compile_seconds(const GraphSpec& graph, int optlevel, double cores,
                       const CompileParameters& p) {
  if (graph.seconds) return *graph.seconds;
  const double size = std::pow(graph.parameters / 1e9, p.size_exponent);
  const double alone = p.graph_seconds * size * (graph.training ? p.training_factor : 1.0) *
                       level_factor(optlevel, p);
  return std::max(p.smallest_seconds, alone) * host_factor(cores, p);
}

double compile_seconds(const GraphToCompile& graph, int optlevel, double cores,
                       const CompileParameters& p, const StartParameters& start) {
  const double alone = graph_seconds(graph, start) * level_factor(optlevel, p);
  return std::max(p.smallest_seconds, alone) * host_factor(cores, p);
}

GraphToCompile decoder_graph(const catalog::Model& model, int tensor_parallel, int length,
                             const StartParameters& start) {
  const int positions = std::max(1, length);
  CompileWork work = decoder_compilations(
      model, {.tensor_parallel = tensor_parallel, .prefills = {{positions, positions}}}, start);
  return length > 0 ? work.graphs.front() : work.graphs.back();
}

namespace {

/// The model of one graph. Errors: as plan_compilations().
Result<GraphModel> model_of_graph(const catalog::Catalog& catalog,
                                  const catalog::Instance& instance, const GraphSpec& graph) {
  GraphModel out{.parameters = graph.parameters};
  if (graph.model.empty()) return out;
  const auto model = catalog.model(graph.model);
  if (!model) return fail(model.error());
  out.parameters = (*model)->parameters;
  if (!(out.parameters > 0)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the parameter count is unknown; state 'parameters'", (*model)->id));
  }
  const int cores = catalog.logical_cores_of(instance);
  if (graph.tensor_parallel > cores) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the graph '{}' has the tensor parallel degree {}, but {} has only {} logical "
                   "cores",
                   graph.name, graph.tensor_parallel, instance.id, cores));
  }
  out.tensor_parallel = graph.tensor_parallel > 0 ? graph.tensor_parallel : cores;
  const bool decodes = (*model)->architecture == catalog::Architecture::kDecoder;
  if (decodes && !graph.training && (*model)->layers > 0 && (*model)->heads > 0) {
    out.decoder = *model;
  }
  return out;
}

}  // namespace

Result<CompilePlan> plan_compilations(const catalog::Catalog& catalog,
                                      const CompileScenario& scenario,
                                      const CompileParameters& parameters, CompileBand band) {
  const auto& start = built_in_start_parameters();
  if (!start) return fail(start.error());
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  const auto instance = catalog.instance(scenario.instance);
  if (!instance) return fail(instance.error());
  CompilePlan plan;
  plan.instance = *instance;
  if (plan.instance->vcpus_of_host() < 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: compile times depend on the number of vCPUs, which is not published",
                   plan.instance->id));
  }
  std::vector<GraphModel> models;
  for (const GraphSpec& graph : scenario.graphs) {
    auto model = model_of_graph(catalog, *plan.instance, graph);
    if (!model) return fail(model.error());
    models.push_back(*model);
  }
  const double cores = plan.instance->vcpus_of_host();
  const MeasuredBand measured(*calibration, *plan.instance,
                              catalog.device_of(*plan.instance).generation, band);
  Planner planner(scenario, parameters, *start, measured, cores, std::move(models), plan);
  if (auto good = planner.go(); !good) return fail(good.error());
  if (auto good = limit_workers(scenario, parameters, cores, plan); !good) {
    return fail(good.error());
  }
  const std::string_view target = target_of(*plan.instance);
  plan.flags = canonical_flags(target, scenario.optlevel, scenario.flags);
  plan.compiler_version = scenario.compiler_version;
  plan.flags_hash = compile_key("", plan.flags, "").flags;
  if (scenario.earlier) {
    const std::string& version = scenario.earlier->compiler_version;
    const std::string flags =
        canonical_flags(target, scenario.earlier->optlevel.value_or(scenario.optlevel),
                        scenario.earlier->flags.value_or(scenario.flags));
    plan.earlier_matches =
        (version.empty() || version == scenario.compiler_version) && flags == plan.flags;
  }
  return plan;
}

}  // namespace nscope::sim
