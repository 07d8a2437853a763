#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::cost {

inline constexpr double kSpotNoticeHours = 2.0 / 60.0;  ///< AWS gives two minutes

/// A job on Spot instances that writes checkpoints. It runs only while all nodes run: the loss
/// of one node stops all. Times in hours, prices of one node. Plain data.
struct SpotJob {
  double work_hours = 0;  ///< on all nodes without interruptions and checkpoints; positive
  int nodes = 1;
  Usd spot_per_hour;
  Usd on_demand_per_hour;
  double hazard = 0;          ///< reclaims of a node per hour
  double shared = 0;          ///< share of reclaims that take all nodes of the zone (0 to 1)
  double write_hours = 0;     ///< time to write a checkpoint, during which work stops
  double restart_hours = 0;   ///< boot, load NEFF and checkpoint; all nodes are paid
  double wait_hours = 0;      ///< mean wait for one node; the other nodes are paid
  double wait_all_hours = 0;  ///< mean wait for all nodes after a shared reclaim; none is paid
  std::optional<double> interval_hours{};  ///< work between checkpoints; optimal if empty
  /// The job writes a checkpoint after the Spot notice. The notice saves the work if the write
  /// fits into notice_hours.
  bool uses_notice = false;
  double notice_hours = kSpotNoticeHours;
};

/// Expected values of a job.
struct SpotExpectation {
  double interval_hours = 0;  ///< the interval used, which divides the work into equal parts
  double checkpoints = 0;     ///< number of checkpoints, including those after a notice
  bool notice_saves = false;
  double mtbf_hours = 0;     ///< mean time between reclaims of the job; can be infinite
  double running_hours = 0;  ///< in which all nodes are paid
  double single_reclaims = 0;
  double shared_reclaims = 0;
  double waiting_hours = 0;
  double node_hours = 0;  ///< paid
  Usd compute;            ///< node_hours at the Spot price
  Usd on_demand;          ///< the work at the on-demand price, without interruptions
  double wall_hours() const { return running_hours + waiting_hours; }
  double overhead(const SpotJob& job) const { return wall_hours() / job.work_hours; }
};

/// Checks the preconditions of the formulas. Errors: kInvalidArgument naming the member.
Result<> check(const SpotJob& job);

/// Expected values in closed form. While nodes run, reclaims are a Poisson process with a
/// rate of n (1 - b) h + b h per hour (reliability::gang_rate); while the job waits there are
/// none. The running time is that of Daly (2006, equation 20), which is exact for equal parts of
/// work. If the notice saves the work, the exposed time is A = Ts + n d and the running time
/// T = A e^(L R) + L Ts d. Expected reclaims are L T, or L A e^(L R) with notice. Without a
/// stated interval the exact optimum is used (reliability::exact_interval); if the notice
/// saves the work, the only periodic checkpoint is the last. Errors: those of check();
/// kInfeasible if the job practically never ends.
Result<SpotExpectation> expected_spot_job(const SpotJob& job);

/// The conditions under which Spot and on-demand cost the same.
struct SpotBreakEven {
  double price_ratio = 0;  ///< on-demand price / Spot price
  double overhead = 0;     ///< paid node-hours / node-hours of work; Spot is cheaper if below
                           ///< price_ratio
  Usd spot_per_hour;       ///< Spot price of a node at which both cost the same
  /// Reclaims of a node per hour at which both cost the same; empty if Spot is cheaper even
  /// with one reclaim per hour.
  std::optional<double> hazard{};
};
/// Errors: those of expected_spot_job().
Result<SpotBreakEven> spot_break_even(const SpotJob& job);

/// Times of all trials; each list is sorted independently.
struct SpotOutcomes {
  std::vector<double> wall_hours;
  std::vector<double> node_hours;  ///< paid
};

/// Event simulation: reclaims of single nodes and shared reclaims are two processes; waiting
/// times are exponential; the notice is modelled, and restarts can be interrupted. The result
/// depends only on the arguments. Errors: those of expected_spot_job(), kInvalidArgument for
/// an invalid number of trials, kCancelled.
Result<SpotOutcomes> spot_outcomes(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                   TaskControl& control);

/// Summary of the trials of a job.
struct SpotTrials {
  std::int64_t trials = 0;
  double mean_wall_hours = 0;
  double wall_error = 0;  ///< standard error of the mean
  double mean_node_hours = 0;
  double p10_wall_hours = 0;
  double p50_wall_hours = 0;
  double p90_wall_hours = 0;
  Usd p10, p50, p90;                ///< compute
  std::optional<double> in_time{};  ///< share of trials that end by the deadline
};

/// Summary of spot_outcomes(). Errors: the same.
Result<SpotTrials> simulate_spot_job(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                     std::optional<double> deadline_hours, TaskControl& control);

}  // namespace nscope::cost
