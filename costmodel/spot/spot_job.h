#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::cost {

inline constexpr double kSpotNoticeHours = 2.0 / 60.0;  ///< AWS gives two minutes

/// A job on spot instances that saves checkpoints. All its nodes have to run; losing one stops
/// all. Times in hours, money of one node. Plain data.
struct SpotJob {
  double work_hours = 0;  ///< uninterrupted, all nodes, without checkpoints; positive
  int nodes = 1;
  Usd spot_per_hour;
  Usd on_demand_per_hour;
  double hazard = 0;          ///< reclaims of a node per hour
  double shared = 0;          ///< share of them that take all nodes at once: a zone's pool (0..1)
  double write_hours = 0;     ///< a checkpoint, in which the work stands still
  double restart_hours = 0;   ///< boot, load NEFF and checkpoint; all nodes are paid
  double wait_hours = 0;      ///< mean wait for one node; the other nodes are paid
  double wait_all_hours = 0;  ///< mean wait for all nodes after a shared reclaim; none is paid
  std::optional<double> interval_hours{};  ///< work between checkpoints; empty: the optimum
  /// The job writes a checkpoint when the notice comes. It saves the work where the write
  /// fits into notice_hours.
  bool uses_notice = false;
  double notice_hours = kSpotNoticeHours;
};

/// What the job takes on average.
struct SpotExpectation {
  double interval_hours = 0;  ///< as used: the work is cut into equal pieces
  double checkpoints = 0;     ///< written, emergency ones included
  bool notice_saves = false;
  double mtbf_hours = 0;     ///< of the job; infinite without reclaims
  double running_hours = 0;  ///< all nodes are paid
  double single_reclaims = 0;
  double shared_reclaims = 0;
  double waiting_hours = 0;
  double node_hours = 0;  ///< paid
  Usd compute;            ///< node_hours at the spot price
  Usd on_demand;          ///< the work on demand, never interrupted, no checkpoints
  double wall_hours() const { return running_hours + waiting_hours; }
  double overhead(const SpotJob& job) const { return wall_hours() / job.work_hours; }
};

/// Checks what the formulas need. Errors: kInvalidArgument naming the member.
Result<> check(const SpotJob& job);

/// The closed form. Reclaims are a Poisson process while nodes run: n (1 - b) h + b h per
/// hour (reliability::gang_rate), none while the job waits. Between them Daly's expected time
/// (2006, eq. 20), exact as the work is cut into equal pieces; where the notice saves the work,
/// A = Ts + n d of exposed time, T = A e^(L R) + L Ts d. Reclaims: L T, and L A e^(L R).
/// Without an interval the exact optimum (reliability::exact_interval), or no periodic
/// checkpoint but the last where the notice saves. Errors: those of check(); kInfeasible
/// where the job practically never ends.
Result<SpotExpectation> expected_spot_job(const SpotJob& job);

/// Where spot stops to pay.
struct SpotBreakEven {
  double price_ratio = 0;  ///< on-demand / spot price
  double overhead = 0;     ///< paid node-hours by those of the work: pays while below the ratio
  Usd spot_per_hour;       ///< price of a node at which both cost the same
  std::optional<double> hazard{};  ///< of a node; empty: no hazard below one per hour is too much
};
Result<SpotBreakEven> spot_break_even(const SpotJob& job);

/// What many simulations of the job took; each list by itself in order.
struct SpotOutcomes {
  std::vector<double> wall_hours;
  std::vector<double> node_hours;  ///< paid
};

/// Event by event: reclaims of single nodes and shared ones as two processes, exponential
/// waits, notice, restarts that are interrupted too. Deterministic by `seed`. Errors: those of
/// expected_spot_job(), kInvalidArgument for no trials, kCancelled.
Result<SpotOutcomes> spot_outcomes(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                   TaskControl& control);

/// Many simulations of the job in short.
struct SpotTrials {
  std::int64_t trials = 0;
  double mean_wall_hours = 0;
  double wall_error = 0;  ///< standard error of the mean
  double mean_node_hours = 0;
  double p10_wall_hours = 0;
  double p50_wall_hours = 0;
  double p90_wall_hours = 0;
  Usd p10, p50, p90;                ///< compute
  std::optional<double> in_time{};  ///< share that ends by the deadline
};

/// spot_outcomes() in short. Errors: the same.
Result<SpotTrials> simulate_spot_job(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                     std::optional<double> deadline_hours, TaskControl& control);

}  // namespace nscope::cost
