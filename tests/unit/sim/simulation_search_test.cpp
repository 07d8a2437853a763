#include "profiler/base/overloaded.h"
#include "profiler/trace/build/trace_builder.h"
#include "simcore/catalog/roofline.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/kernel_run/kernel_run.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/simulation/simulate.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/improvement.h"
#include "tests/unit/sim/random_configuration.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

// A search for configurations with which the simulator contradicts physics: 2,400 random
// configurations with 15 changes each. No change may make a configuration slower, no time may be
// infinite or shorter than the roofline allows, and the trace must agree with the estimate. A new
// kind of layer, device or format is found by way of the catalogue; a new kind of workload needs a
// function in RandomConfigurations and an entry in kKinds and times_of().

namespace nscope::sim {
namespace {

constexpr double kTolerance = 1.001;
/// Reductions of a training step hide behind an operator whose time is that without its neighbours,
/// which can be up to 0.3 % too optimistic.
constexpr double kTrainingTolerance = 1.005;

/// Durations of a configuration by name; a longer one is worse.
using Times = std::vector<std::pair<std::string, double>>;

Times times_of_form(const ClosedForm& form) {
  return std::visit(
      Overloaded{[&](const StaticBatchTimes& times) {
                   Times out{{"prefill", times.prefill_seconds},
                             {"first token", times.first_token_seconds},
                             {"total", times.total_seconds()}};
                   for (const auto& steps : times.decode) out.emplace_back("step", steps.seconds);
                   return out;
                 },
                 [&](const FixedCallTimes& times) {
                   return Times{{"latency", times.latency},
                                {"device", times.device_seconds},
                                {"denoising step", times.step_seconds},
                                {"sample", 1 / times.throughput}};
                 },
                 [&](const TrainingTimes& times) {
                   return Times{{"step", times.step_seconds}, {"sequence", 1 / times.throughput}};
                 }},
      form.times);
}

Result<Times> times_of_costs(const StepCosts& costs) {
  Times out;
  const auto add = [&](const char* name, const std::vector<Picoseconds>& table) {
    for (const Picoseconds one : table) out.emplace_back(name, static_cast<double>(one) * 1e-12);
  };
  add("decode step", costs.decode_table);
  add("prefill", costs.prefill_table);
  add("chunk", costs.chunk_table);
  return out;
}

Result<Times> times_of(const World& world, const Workload& workload) {
  const Parameters& parameters = world.calibration.parameters;
  const auto of_model = [&]() -> Result<Times> {
    const auto run = prepare_run(world.catalogue, workload, parameters);
    if (!run) return fail(run.error());
    return times_of_form(time_run(*run, parameters));
  };
  return std::visit(Overloaded{[&](const InferenceSetup&) { return of_model(); },
                               [&](const TrainingSetup&) { return of_model(); },
                               [&](const ServingSetup& setup) -> Result<Times> {
                                 const auto server =
                                     prepare_server(world.catalogue, workload, setup, parameters);
                                 if (!server) return fail(server.error());
                                 const auto costs = step_costs(server->served, setup, parameters);
                                 if (!costs) return fail(costs.error());
                                 return times_of_costs(*costs);
                               },
                               [&](const CollectiveSetup&) -> Result<Times> {
                                 TaskControl control;
                                 const auto result = estimate(world.catalogue, workload,
                                                              world.calibration, control);
                                 if (!result) return fail(result.error());
                                 return Times{{"time", result->find("time")->value}};
                               },
                               [&](const KernelSetup& setup) -> Result<Times> {
                                 auto run = plan_kernel_run(world.catalogue, workload.instance,
                                                            setup, workload.logical_core_size);
                                 if (!run) return fail(run.error());
                                 run->parameters.launch *= world.launches;
                                 run->parameters.trace_launch *= world.launches;
                                 run->parameters.native_launch *= world.launches;
                                 return Times{{"time", sim::times_of(*run).seconds}};
                               }},
                    workload.kind);
}

Result<Times> times_of(const World& world, const GpuWorkload& workload) {
  const auto result = estimate_gpu(world.catalogue, workload, world.gpu_calibration);
  if (!result) return fail(result.error());
  Times out{{"1 / throughput", 1 / result->find("throughput")->value}};
  // If more sequences fit in memory, each of them takes longer.
  const Metric* const sequences = result->find("sequences_at_a_time");
  if (sequences != nullptr && sequences->value < workload.batch) return out;
  for (const char* const name : {"tpot_p50", "ttft_p50", "latency_p50", "step_time"}) {
    if (const Metric* const metric = result->find(name)) out.emplace_back(name, metric->value);
  }
  return out;
}

Result<Times> times_of(const World& world, const Configuration& configuration) {
  return std::visit([&](const auto& workload) { return times_of(world, workload); }, configuration);
}

/// FLOP/s of a logical core with its fastest format.
double peak_of(const Machine& machine) {
  double peak = 2 * machine.pe_rows * machine.pe_columns / machine.tensor_seconds(1);
  for (const auto& [type, fact] : machine.device->core->peak) {
    peak = std::max(peak, fact.value * machine.physical_per_logical);
  }
  return peak;
}

/// B/s of the memory for one logical core. All cores of Inferentia share the memory of their chip.
double bandwidth_of(const Machine& machine) {
  const bool shared = machine.generation == CoreGeneration::kV1;
  return shared ? machine.device->memory_bandwidth.value : machine.hbm_bandwidth;
}

void check_graph(const Machine& machine, const StepTotals& totals) {
  EXPECT_LE(totals.work.flops / totals.seconds, kTolerance * peak_of(machine));
  EXPECT_LE((totals.work.read_bytes + totals.work.write_bytes) / totals.seconds,
            kTolerance * bandwidth_of(machine));
}

/// A step reads every weight that its tokens pass through, and a prefill multiplies with it.
void check_decoder(const StaticBatch& batch, const StaticBatchTimes& times) {
  const catalog::Model& model = *batch.model;
  if (model.architecture != catalog::Architecture::kDecoder) return;
  const double cores = batch.layout.tensor_parallel;
  const double weights =
      catalog::decode_step_bytes(model, batch.layout.batch, 0, batch.layout.weight_bytes);
  for (const auto& step : times.decode) {
    EXPECT_LE(weights / cores / step.totals.seconds, kTolerance * bandwidth_of(*batch.machine));
  }
  const double head = static_cast<double>(model.vocabulary) * model.hidden;
  const double flops =
      2 * (model.active_matrix_parameters() - head) * batch.layout.batch * batch.input_tokens;
  EXPECT_LE(flops / cores / times.prefill.seconds, kTolerance * peak_of(*batch.machine));
}

void check_run(const PreparedRun& run) {
  const ClosedForm form = time_run(run, parameters());
  for (const Execution& one : executions_of(run, form, parameters())) {
    if (one.count > 0) check_graph(*run.machine, one.totals);
  }
  if (const auto* const times = std::get_if<TrainingTimes>(&form.times)) {
    for (const TrainingTimes::Part& part : times->parts) {
      check_graph(*run.machine, part.forward);
      check_graph(*run.machine, part.backward);
    }
  }
  if (const auto* const times = std::get_if<StaticBatchTimes>(&form.times)) {
    check_decoder(std::get<StaticBatch>(run.work), *times);
  }
}

void check_roofline(const Workload& workload) {
  if (const auto* const setup = std::get_if<KernelSetup>(&workload.kind)) {
    const auto run =
        plan_kernel_run(catalogue(), workload.instance, *setup, workload.logical_core_size);
    const KernelTimes times = sim::times_of(*run);
    EXPECT_LE(run->work.flops / times.device, kTolerance * peak_of(run->machine));
    const double moved = setup->name == "copy" ? run->work.output_bytes : run->work.operand_bytes;
    EXPECT_LE(moved / times.device, kTolerance * run->machine.dma_engines);
    return;
  }
  if (std::holds_alternative<CollectiveSetup>(workload.kind)) return;
  if (const auto* const setup = std::get_if<ServingSetup>(&workload.kind)) {
    const auto server = prepare_server(catalogue(), workload, *setup, parameters());
    ASSERT_TRUE(server) << to_string(server.error());
    check_run(server->run);
    return;
  }
  const auto run = prepare_run(catalogue(), workload, parameters());
  ASSERT_TRUE(run) << to_string(run.error());
  check_run(*run);
}

void check_roofline(const GpuWorkload& workload) {
  const auto result = estimate_gpu(catalogue(), workload);
  const catalog::Model& model = **catalogue().model(workload.model);
  if (const Metric* const mfu = result->find("mfu_estimated_percent")) {
    // The convention of published MFUs counts tables that are only looked up.
    const double matrices = model.computed_parameters();
    const double counted = matrices > 0 ? std::min(1.0, matrices / model.parameters) : 1;
    EXPECT_LE(mfu->value * counted, 1);
  }
  const Metric* const step = result->find("tpot_p50");
  if (step == nullptr) return;
  const catalog::Device& device = catalogue().device_of(**catalogue().instance(workload.instance));
  const double bytes = workload.weight_dtype == "fp32"                                      ? 4
                       : workload.weight_dtype == "bf16" || workload.weight_dtype == "fp16" ? 2
                       : workload.weight_dtype == "int8" || workload.weight_dtype == "fp8"  ? 1
                                                                                            : 0.5;
  const double weights = catalog::decode_step_bytes(model, 1, 0, bytes);
  EXPECT_LE(weights / workload.tensor_parallel / step->value,
            kTolerance * device.memory_bandwidth.value);
}

/// The duration of a whole run by its closed form; nullopt if the trace shows something else.
std::optional<double> duration_of(const Workload& workload) {
  if (std::holds_alternative<ServingSetup>(workload.kind) ||
      std::holds_alternative<CollectiveSetup>(workload.kind) || workload.copies > 1) {
    return std::nullopt;
  }
  const bool training = std::holds_alternative<TrainingSetup>(workload.kind);
  const Result<Times> times = times_of(usual_world(), workload);
  for (const auto& [name, seconds] : *times) {
    if (name == "total" || name == "latency" || name == "time" || (training && name == "step")) {
      return seconds;
    }
  }
  return std::nullopt;
}

/// Returns whether there was a trace to compare with.
bool check_trace(const Workload& workload) {
  const auto expected = duration_of(workload);
  if (!expected) return false;
  TaskControl control;
  const auto estimated = estimate(catalogue(), workload, control);
  TraceBuilder builder;
  const auto simulated = simulate(catalogue(), workload, *built_in_calibration(),
                                  {.cores = 1, .steps_per_bucket = 1}, builder, control);
  if (!simulated) {
    EXPECT_EQ(simulated.error().code, ErrorCode::kInvalidArgument) << to_string(simulated.error());
    return false;  // too long for a trace
  }
  for (const Metric& metric : estimated->metrics) {
    EXPECT_NEAR(simulated->find(metric.name)->value, metric.value, 1e-3 * std::abs(metric.value))
        << metric.name;
  }
  const auto trace = builder.finish();
  // The host begins an inference before time 0; a training step and a kernel are the window.
  const TimeBase& base = trace->time_base();
  const bool inference = std::holds_alternative<InferenceSetup>(workload.kind);
  const double shown = trace->to_seconds(inference ? trace->end() - trace->begin()
                                                   : base.window_end - base.window_begin);
  EXPECT_NEAR(shown / *expected, 1, 1e-3);
  return true;
}

bool check_trace(const GpuWorkload&) {
  return false;  // GPUs have no trace
}

/// Configurations of one kind and the number of them.
struct Kind {
  const char* name;
  int count;
  Configuration (*draw)(RandomConfigurations&);
  double tolerance = kTolerance;
};
void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}
const std::vector<Kind> kKinds{
    {"inference", 1120, [](RandomConfigurations& r) { return Configuration(r.inference()); }},
    {"server", 240, [](RandomConfigurations& r) { return Configuration(r.server()); }},
    {"training", 320, [](RandomConfigurations& r) { return Configuration(r.training()); },
     kTrainingTolerance},
    {"kernel", 320, [](RandomConfigurations& r) { return Configuration(r.kernel()); }},
    {"collective", 120, [](RandomConfigurations& r) { return Configuration(r.collective()); }},
    {"GPU", 280, [](RandomConfigurations& r) { return Configuration(r.gpu()); }}};

/// NSCOPE_SEARCH_SEED searches other configurations.
std::uint64_t seed_of_search() {
  constexpr std::uint64_t kUsual = 20261126;
  const char* const stated = std::getenv("NSCOPE_SEARCH_SEED");
  return stated == nullptr ? kUsual : std::strtoull(stated, nullptr, 10);
}

class SimulationSearch : public testing::TestWithParam<Kind> {};

TEST_P(SimulationSearch, NoImprovementIsSlowerAndNothingIsFasterThanPhysics) {
  const Kind& kind = GetParam();
  struct Changed {
    Improvement by;
    World world;
    int compared = 0;
  };
  const World& usual = usual_world();
  std::vector<Changed> changes;
  for (Improvement& improvement : improvements()) {
    changes.push_back({std::move(improvement), usual});
    if (changes.back().by.world) changes.back().by.world(changes.back().world);
  }
  RandomConfigurations random(seed_of_search());
  int found = 0;
  int traces = 0;
  constexpr int kDrawsPerConfiguration = 100;
  for (int i = 0; i < kDrawsPerConfiguration * kind.count && found < kind.count; ++i) {
    const Configuration configuration = kind.draw(random);
    const Result<Times> before = times_of(usual, configuration);
    if (!before) continue;
    ++found;
    SCOPED_TRACE(described(configuration));
    for (const auto& [name, seconds] : *before) {
      EXPECT_TRUE(std::isfinite(seconds) && seconds >= 0) << name << ' ' << seconds;
    }
    std::visit([](const auto& workload) { check_roofline(workload); }, configuration);
    traces += std::visit([](const auto& workload) { return check_trace(workload); }, configuration);
    for (Changed& change : changes) {
      Configuration cheaper = configuration;
      if (change.by.configuration && !change.by.configuration(cheaper)) continue;
      const Result<Times> after = times_of(change.world, cheaper);
      if (!after) {
        // A core need not have a format.
        EXPECT_TRUE(change.by.configuration) << change.by.name << ": " << to_string(after.error());
        continue;
      }
      ++change.compared;
      // A stack may choose fewer graphs with cheaper weights; common ones are compared.
      for (std::size_t j = 0; j < std::min(before->size(), after->size()); ++j) {
        const auto& [name, seconds] = (*before)[j];
        ASSERT_EQ((*after)[j].first, name) << change.by.name;
        EXPECT_LE((*after)[j].second, kind.tolerance * seconds)
            << change.by.name << ": " << name << ' ' << j;
      }
    }
  }
  EXPECT_EQ(found, kind.count) << "too few of the drawn configurations are possible";
  RecordProperty("traces", traces);
  for (const Changed& change : changes) {
    if (change.by.world) EXPECT_EQ(change.compared, found) << change.by.name;
    RecordProperty(change.by.name.c_str(), change.compared);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryKind, SimulationSearch, testing::ValuesIn(kKinds),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace nscope::sim
