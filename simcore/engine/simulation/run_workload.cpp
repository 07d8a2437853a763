#include "simcore/engine/simulation/run_workload.h"

#include "profiler/base/overloaded.h"
#include "simcore/engine/collective_run/collective_workload.h"
#include "simcore/engine/kernel_run/kernel_run.h"
#include "simcore/engine/rollout/train_with_rollout.h"
#include "simcore/engine/run/training_player.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/training_job/train_job.h"

#include <variant>

namespace nscope::sim {
namespace {

/// Predicts or simulates a workload that is one run of a model.
Result<SimulationResult> run_model(const catalog::Catalog& catalog, const Workload& workload,
                                   const Calibration& calibration, const TraceDetail& detail,
                                   TraceSink* sink, TaskControl& control) {
  const auto run = prepare_run(catalog, workload, calibration.parameters);
  if (!run) return fail(run.error());
  const ClosedForm form = time_run(*run, calibration.parameters);
  const auto infer = [&]() -> Result<SimulationResult> {
    if (sink == nullptr) return predict(*run, workload, calibration, form);
    return play_inference(*run, workload, calibration, form, detail, *sink, control);
  };
  return std::visit(
      Overloaded{
          [&](const StaticBatch&) { return infer(); },
          [&](const FixedCall&) { return infer(); },
          [&](const TrainingStep& step) -> Result<SimulationResult> {
            if (const auto& job = step.setup.job) {
              return train_job(*run, step, *job, workload, calibration, form, sink, control);
            }
            if (step.setup.rollout) {
              return train_with_rollout(catalog, *run, step, workload, calibration, form, sink,
                                        control);
            }
            if (sink == nullptr) return predict(*run, workload, calibration, form);
            return play_training(*run, step, workload, calibration, form, *sink, control);
          },
      },
      run->work);
}

}  // namespace

Result<SimulationResult> run_workload(const catalog::Catalog& catalog, const Workload& workload,
                                      const Calibration& calibration, const TraceDetail& detail,
                                      TraceSink* sink, TaskControl& control) {
  const auto one_run = [&] {
    return run_model(catalog, workload, calibration, detail, sink, control);
  };
  return std::visit(Overloaded{
                        [&](const InferenceSetup&) { return one_run(); },
                        [&](const ServingSetup& setup) {
                          return serve(catalog, workload, setup, calibration, sink, control);
                        },
                        [&](const TrainingSetup&) { return one_run(); },
                        [&](const CollectiveSetup& setup) {
                          return run_collective(catalog, workload, setup, calibration, sink,
                                                control);
                        },
                        [&](const KernelSetup& setup) {
                          return run_named_kernel(catalog, workload, setup, calibration, sink);
                        },
                    },
                    workload.kind);
}

}  // namespace nscope::sim
