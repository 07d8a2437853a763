#include "simcore/engine/training_job/train_job.h"

#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/training_job/job_metrics.h"
#include "simcore/engine/training_job/job_simulation.h"
#include "simcore/engine/training_job/job_trace.h"

namespace nscope::sim {

Result<SimulationResult> train_job(const PreparedRun& run, const TrainingStep& step,
                                   const JobSetup& setup, const Workload& workload,
                                   const Calibration& calibration, const ClosedForm& form,
                                   TraceSink* sink, TaskControl& control) {
  SimulationResult result = predict(run, workload, calibration, form);
  const Metric time = *result.find("step_time");
  const auto job = plan_job(step, time.value, setup);
  if (!job) return fail(job.error());
  StepBand band;
  if (time.low && time.high) band = {*time.low / time.value, *time.high / time.value};
  const auto trials =
      run_trials(*job, band, setup.trials, setup.deadline_days, workload.seed, control);
  if (!trials) return fail(trials.error());
  add_job(result, *job, setup, *trials);
  if (sink == nullptr) return result;
  std::vector<JobEvent> events;
  RandomStream stream = trial_stream(workload.seed, 0);
  stream.normal();  // skips the number of the step time, which is as predicted here
  simulate_job(job->plan, failures_of(*job, stream), &events);
  if (!write_job_trace(run, workload, calibration, result, job->plan, events, *sink, control)) {
    return cancelled();
  }
  return result;
}

}  // namespace nscope::sim
