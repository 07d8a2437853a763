#include "simcore/engine/kernel_run/kernel_run.h"

#include "simcore/engine/calibration/domain_point.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/kernel_run/kernel_trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Outputs above this size get new pages from glibc for every allocation (M_MMAP_THRESHOLD_MAX).
constexpr double kReusedPages = 32.0 * (1 << 20);
constexpr std::string_view kHost = "host";
constexpr std::string_view kLaunch = "launch";

/// The instance type, or the smallest instance of the device with that name.
Result<const catalog::Instance*> instance_named(const catalog::Catalog& catalog,
                                                std::string_view name, int logical_core_size) {
  auto known = catalog.instance(name, logical_core_size);
  if (known || known.error().code != ErrorCode::kNotFound) return known;
  const auto device = device_named(catalog, name);
  if (!device) return known;
  const catalog::Instance* smallest = nullptr;
  for (const catalog::Instance& instance : catalog.instances()) {
    if (catalog.device_of(instance).id != (*device)->id) continue;
    if (smallest == nullptr || instance.chips < smallest->chips) smallest = &instance;
  }
  if (smallest == nullptr) return known;
  return catalog.instance(smallest->id, logical_core_size);
}

/// Why the cores of a machine cannot compute with a type; empty if they can.
Text unsupported_type(const Machine& machine, std::string_view dtype) {
  if (dtype == "mxfp8" && machine.generation != CoreGeneration::kV4) {
    return tr("{} does not support mxfp8; NeuronCore-v4 does", machine.device->title);
  }
  return {};
}

double host_copy(const KernelRun& run) {
  const double bytes = run.work.output_bytes;
  return bytes / run.parameters.trace_copy +
         std::max(0.0, bytes - kReusedPages) / run.parameters.trace_fresh_pages;
}

double launch_of(const KernelRun& run) {
  switch (run.setup.caller) {
    case KernelCaller::kTorchTrace: return run.parameters.trace_launch;
    case KernelCaller::kTorchNative: return run.parameters.native_launch;
    case KernelCaller::kProfiler: break;
  }
  return run.parameters.launch;
}

DomainPoint kernel_point(const KernelRun& run) {
  DomainPoint point{.generation = run.machine.device->generation,
                    .dtype = run.setup.dtype,
                    .weight_dtype = run.setup.dtype,
                    .model = run.setup.name,
                    .sizes = {{"bytes of operands", run.work.operand_bytes}}};
  if (run.work.flops > 0) point.sizes["multiply-accumulates"] = run.work.flops / 2;
  return point;
}

/// FLOP/s of TensorE for the type of the kernel.
double peak_of(const KernelRun& run) {
  const Machine& machine = run.machine;
  const std::string_view type = run.setup.dtype;
  double rate = 2 * machine.pe_rows * machine.pe_columns / machine.tensor_seconds(1);
  if (type == "fp32") rate /= machine.timing->fp32_passes;
  if (type == "mxfp8") rate *= 4;
  if (type == "fp8" && machine.generation >= CoreGeneration::kV3) rate *= 2;
  if (type == "bf16x2") rate /= 3;
  return rate;
}

Text bound_note(const KernelTimes& times) {
  if (times.bound == kLaunch) return tr("limited by the launch");
  if (times.bound == kHost) return tr("limited by the transfer of the output to the host");
  return tr("limited by {}", times.bound);
}

SimulationResult prediction_of(const KernelRun& run, const KernelTimes& times,
                               const Calibration& calibration) {
  SimulationResult result;
  result.outside_domain = outside_domain(calibration, run);
  MetricList list(calibration, std::string(kKernelClass), run.machine.device->generation,
                  result.outside_domain.empty());
  list.add("latency_p50", times.seconds, "s", "latency_p50", bound_note(times));
  if (run.work.flops > 0) {
    const double rate = run.work.flops / times.seconds;
    list.add_rate("compute_rate", rate, "FLOP/s", tr("operations of the matrix products"));
    list.add_rate("mfu", rate / peak_of(run), "share",
                  tr("of {} for {}", as::value(peak_of(run), "FLOP/s"), run.setup.dtype));
  }
  Work all;
  for (const Operator& stage : run.work.stages) all.add(stage.work, 1);
  list.add("hbm_read", all.read_bytes, "B", "", tr("with repeated reads"));
  list.add("hbm_written", all.write_bytes, "B", "");
  list.add("device_time", times.device, "s", "",
           tr_plural(static_cast<int>(run.work.stages.size()), "{} stage", "{} stages",
                     run.work.stages.size()));
  list.add("launch_time", launch_of(run), "s", "");
  constexpr std::array<std::string_view, kUnitCount> kNames{"dma", "tensor", "vector", "scalar",
                                                            "gpsimd"};
  for (std::size_t i = 0; i < kUnitCount; ++i) {
    list.add(fmt::format("{}_busy", kNames[i]), all.seconds[i], "s", "");
  }
  if (run.setup.caller == KernelCaller::kTorchTrace) {
    list.add("output_transfer", host_copy(run), "s", "", tr("to the host, during the next call"));
  }
  result.metrics = list.take();
  return result;
}

}  // namespace

Result<KernelRun> plan_kernel_run(const catalog::Catalog& catalog, std::string_view instance,
                                  const KernelSetup& setup, int logical_core_size) {
  const auto found = instance_named(catalog, instance, logical_core_size);
  if (!found) return fail(found.error());
  auto machine = machine_of(catalog, **found);
  if (!machine) return fail(machine.error());
  if (machine->generation == CoreGeneration::kV1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: kernels are not predicted, because the instruction costs of {} are not "
                   "published",
                   (*found)->id, machine->device->title));
  }
  if (const Text why = unsupported_type(*machine, setup.dtype); !why.empty()) {
    return fail(ErrorCode::kInvalidArgument, why);
  }
  const auto& parameters = built_in_kernel_parameters();
  if (!parameters) return fail(parameters.error());
  KernelRun run{.machine = std::move(*machine), .setup = setup, .parameters = *parameters};
  run.work = kernel_stages(run.machine, run.parameters, setup);
  const double memory = run.machine.device->memory_per_logical_core();
  if (run.work.operand_bytes > memory) {
    return fail(ErrorCode::kInfeasible,
                tr("the operands of the kernel have {}, and a logical core of {} has {}",
                   as::bytes(run.work.operand_bytes), (*found)->id, as::bytes(memory)));
  }
  return run;
}

KernelTimes times_of(const KernelRun& run) {
  KernelTimes times;
  const Overlap overlap{.engines = run.parameters.tiles, .prefetch = run.parameters.tiles};
  std::array<double, kUnitCount> busy{};
  for (const Operator& stage : run.work.stages) {
    times.stages.push_back(time_operator(stage, overlap));
    times.device += times.stages.back().seconds;
    for (std::size_t i = 0; i < kUnitCount; ++i) busy[i] += stage.work.seconds[i];
  }
  const double gaps = run.parameters.stage * static_cast<double>(run.work.stages.size() - 1);
  times.device += gaps;
  const double copy = run.setup.caller == KernelCaller::kTorchTrace ? host_copy(run) : 0;
  times.host = launch_of(run) + std::max(0.0, copy - times.device);
  times.seconds = times.device + times.host;
  const auto longest = std::max_element(busy.begin(), busy.end());
  times.bound = to_string(static_cast<Unit>(longest - busy.begin()));
  if (launch_of(run) + gaps > *longest) times.bound = kLaunch;
  if (copy > std::max(*longest, launch_of(run))) times.bound = kHost;
  return times;
}

std::vector<Text> outside_domain(const Calibration& calibration, const KernelRun& run) {
  const CalibratedDomain* const domain = domain_of_class(calibration, kKernelClass);
  if (domain == nullptr) return {no_measurements(kKernelClass)};
  std::vector<Text> outside;
  if (!listed(domain->models, run.setup.name)) {
    outside.push_back(
        tr("the kernel '{}' (measured: {})", run.setup.name, list_of(domain->models)));
  }
  DomainPoint point = kernel_point(run);
  point.weight_dtype.clear();  // a kernel has one type for all operands
  for (Text& reason : outside_of(*domain, point)) outside.push_back(std::move(reason));
  return outside;
}

void extend(CalibratedDomain& domain, const KernelRun& run) {
  extend(domain, kernel_point(run));
}

Result<SimulationResult> run_named_kernel(const catalog::Catalog& catalog, const Workload& workload,
                                          const KernelSetup& setup, const Calibration& calibration,
                                          TraceSink* sink) {
  const auto run = plan_kernel_run(catalog, workload.instance, setup, workload.logical_core_size);
  if (!run) return fail(run.error());
  const KernelTimes times = times_of(*run);
  SimulationResult result = prediction_of(*run, times, calibration);
  if (sink == nullptr) return result;
  if (!(times.seconds <= kLongestTraceSeconds)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the run takes {}, which is too long for a trace", as::seconds(times.seconds)));
  }
  if (!emit_named_kernel(*run, times, workload, calibration, result, *sink)) return cancelled();
  return result;
}

}  // namespace nscope::sim
