#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/kernel_run/kernel_stages.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// The class of measured kernels in calibrations and validation tables.
inline constexpr std::string_view kKernelClass = "kernel";

/// A validated kernel with its machine and work. The catalogue must outlive it.
struct KernelRun {
  Machine machine;
  KernelSetup setup;
  KernelParameters parameters;
  KernelStages work{};
};

/// Validates and plans a kernel. `instance` is an instance type or the name of a device, whose
/// smallest instance is then used: "trn2". Errors: kNotFound (instance), kInvalidArgument (not an
/// instance with NeuronCores of this size; a data type that its cores do not have), kInfeasible if
/// the operands do not fit in the memory of a logical core.
Result<KernelRun> plan_kernel_run(const catalog::Catalog& catalog, std::string_view instance,
                                  const KernelSetup& setup, int logical_core_size = 0);

/// The closed form of a run.
struct KernelTimes {
  double seconds = 0;  ///< what the caller measures
  double device = 0;   ///< of the stages, with the gaps between them
  double host = 0;  ///< outside of `device`: launch, and output that takes longer than the device
  std::vector<OperatorTiming> stages;
  /// What takes most of the time: a unit, "launch", or "host" for the transfer of the output.
  std::string_view bound;
};
KernelTimes times_of(const KernelRun& run);

/// Inputs that measured kernels do not have; empty if all are inside of the measured domain.
std::vector<Text> outside_domain(const Calibration& calibration, const KernelRun& run);
/// Extends the domain of the class by a measured kernel.
void extend(CalibratedDomain& domain, const KernelRun& run);

/// Predicts a kernel and, if there is a `sink`, writes its stages as a trace with the same times:
/// the work of every unit, DMA traffic and launch. Errors: those of plan_kernel_run(),
/// kInvalidArgument if the run is too long for a trace, kCancelled if the sink accepts no more
/// data.
Result<SimulationResult> run_named_kernel(const catalog::Catalog& catalog, const Workload& workload,
                                          const KernelSetup& setup, const Calibration& calibration,
                                          TraceSink* sink);

}  // namespace nscope::sim
