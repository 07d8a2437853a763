#include "simcore/engine/training_job/job_plan.h"

#include "profiler/base/format.h"
#include "profiler/base/large_number.h"
#include "profiler/base/units.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kTicksPerSecond = 1e9;
constexpr double kLongestYears = 10;
constexpr double kLongestTransferDays = 30;
constexpr double kMostSteps = 1e12;

tl::unexpected<Error> invalid(Text message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

/// Seconds of a transfer between all nodes and the storage; `all` and `node` are bytes.
double transfer_seconds(const CheckpointSetup& setup, double all, double node) {
  double seconds = 0;
  if (setup.node_bandwidth) seconds = node / *setup.node_bandwidth;
  if (setup.shared_bandwidth) seconds = std::max(seconds, all / *setup.shared_bandwidth);
  return seconds;
}

double steps_of(const JobStep& step, const JobSetup& setup) {
  if (setup.steps) return static_cast<double>(*setup.steps);
  const double sequences = setup.tokens ? static_cast<double>(*setup.tokens) / step.sequence_length
                                        : static_cast<double>(setup.sequences.value_or(0));
  return std::max(1.0, std::ceil(sequences / step.global_batch));
}

Result<> plan_checkpoints(const JobStep& step, const CheckpointSetup& setup, PlannedJob& job) {
  if (!setup.node_bandwidth && !setup.shared_bandwidth) {
    return invalid(tr("'node_bandwidth' or 'shared_bandwidth' is required for checkpoints"));
  }
  if (!step.checkpoint) return invalid(tr("the size of a checkpoint is unknown"));
  job.bytes = step.checkpoint;
  if (setup.bytes) job.bytes = job.bytes->scaled_to(*setup.bytes);
  job.write_seconds = transfer_seconds(setup, job.bytes->written, job.bytes->written_by_node);
  job.load_checkpoint_seconds = transfer_seconds(setup, job.bytes->read, job.bytes->read_by_node);
  const double longest = std::max(job.write_seconds, job.load_checkpoint_seconds);
  if (!(longest <= kLongestTransferDays * kSecondsPerDay)) {
    return invalid(tr("a checkpoint of {} takes {} days to write or read; the maximum is {} days",
                      as::exact(format_si(job.bytes->written, "B")),
                      large_number(longest / kSecondsPerDay), kLongestTransferDays));
  }
  job.plan.stall = job_time(setup.asynchronous ? setup.snapshot_seconds : job.write_seconds);
  job.plan.background = setup.asynchronous ? job_time(job.write_seconds) : 0;
  return {};
}

/// The checkpoint interval in seconds of steps; nullopt if only the end is saved.
std::optional<double> interval_seconds(const JobSetup& setup, PlannedJob& job) {
  if (!setup.checkpoint) return std::nullopt;
  const CheckpointSetup& checkpoint = *setup.checkpoint;
  if (checkpoint.interval_seconds) return checkpoint.interval_seconds;
  if (!job.mtbf) return std::nullopt;
  job.interval_is_optimal = true;
  return std::max(reliability::daly_interval(seconds_of(job.plan.stall), *job.mtbf),
                  seconds_of(job.plan.background));
}

void plan_interval(const JobSetup& setup, double step_seconds, PlannedJob& job) {
  JobPlan& plan = job.plan;
  plan.interval = plan.steps;
  if (setup.checkpoint && setup.checkpoint->interval_steps) {
    plan.interval = std::min(plan.steps, *setup.checkpoint->interval_steps);
  } else if (const auto seconds = interval_seconds(setup, job)) {
    const double steps = std::round(*seconds / step_seconds);
    if (steps < static_cast<double>(plan.steps)) {
      plan.interval = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
    }
  }
}

Result<> plan_failures(const JobStep& step, const JobSetup& setup, PlannedJob& job) {
  if (!setup.fails()) return {};
  if (!setup.restart) return invalid(tr("'restart' is required if nodes fail"));
  if (setup.node_mtbf_hours) {
    job.mtbf = *setup.node_mtbf_hours * kSecondsPerHour / step.nodes;
  }
  for (const double at : setup.failure_seconds) job.failures.push_back(job_time(at));
  std::sort(job.failures.begin(), job.failures.end());
  if (setup.restart->load_checkpoint_seconds) {
    job.load_checkpoint_seconds = *setup.restart->load_checkpoint_seconds;
  }
  job.plan.detect = job_time(setup.restart->detect_seconds);
  job.plan.replace = job_time(setup.restart->replace_seconds);
  job.plan.load =
      job_time(setup.restart->load_executable_seconds) + job_time(job.load_checkpoint_seconds);
  return {};
}

}  // namespace

JobTime job_time(double seconds) {
  const double ticks = std::round(seconds * kTicksPerSecond);
  return ticks < static_cast<double>(kLongestJob) ? static_cast<JobTime>(ticks) : kLongestJob;
}

double seconds_of(JobTime time) {
  return static_cast<double>(time) / kTicksPerSecond;
}

double JobPlan::uninterrupted_seconds() const {
  const double checkpoints = std::ceil(static_cast<double>(steps) / static_cast<double>(interval));
  const double waits =
      std::max(0.0, seconds_of(background) - static_cast<double>(interval) * seconds_of(step));
  // The last interval can have fewer steps, so the wait before the last checkpoint can be longer.
  return static_cast<double>(steps) * seconds_of(step) + checkpoints * (seconds_of(stall) + waits) +
         2 * seconds_of(background);
}

Result<PlannedJob> plan_job(const JobStep& step, const JobSetup& setup) {
  PlannedJob job;
  const double steps = steps_of(step, setup);
  if (!(steps >= 1 && steps <= kMostSteps)) {
    return invalid(tr("the number of steps must be between 1 and {}; it is {}",
                      as::count(static_cast<std::int64_t>(kMostSteps)), as::value(steps, "")));
  }
  job.plan.steps = static_cast<std::int64_t>(steps);
  job.plan.step = std::max<JobTime>(1, job_time(step.seconds));
  job.plan.spares = setup.spares;
  job.plan.max_retries = setup.max_retries;
  if (setup.checkpoint) {
    if (auto done = plan_checkpoints(step, *setup.checkpoint, job); !done) {
      return fail(done.error());
    }
  }
  if (auto done = plan_failures(step, setup, job); !done) return fail(done.error());
  plan_interval(setup, step.seconds, job);
  const double years = job.plan.uninterrupted_seconds() / (365 * kSecondsPerDay);
  if (!(years <= kLongestYears)) {
    return invalid(tr("a job of {} steps takes {} years without failures; the maximum is {} years",
                      large_number(steps), large_number(years), kLongestYears));
  }
  return job;
}

Result<PlannedJob> plan_job(const TrainingStep& step, double step_seconds, const JobSetup& setup) {
  JobStep plain{.seconds = step_seconds,
                .sequence_length = step.positions,
                .global_batch = step.setup.global_batch,
                .nodes = step.setup.nodes};
  if (setup.checkpoint) plain.checkpoint = checkpoint_bytes(step);
  return plan_job(plain, setup);
}

}  // namespace nscope::sim
