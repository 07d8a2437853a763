#include "costmodel/spot/spot_job.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "simcore/reliability/failure_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nscope::cost {
namespace {

/// Longer jobs are rejected, because a simulation of them would practically not end.
constexpr double kLongestHours = 50 * kHoursPerYear;
constexpr double kMostReclaims = 100'000;
constexpr double kMostPieces = 10'000'000;

reliability::GangRate rate_of(const SpotJob& job) {
  return reliability::gang_rate(job.hazard, job.nodes, job.shared);
}

/// The number of equal parts of the work, each with a checkpoint at its end.
double pieces(const SpotJob& job, bool notice_saves) {
  const double rate = rate_of(job).total();
  double interval = job.work_hours;
  if (job.interval_hours) {
    interval = *job.interval_hours;
  } else if (!notice_saves && rate > 0) {
    interval = reliability::exact_interval(job.write_hours, 1 / rate);
  }
  if (interval >= job.work_hours) return 1;
  if (job.interval_hours) return std::ceil(job.work_hours / interval * (1 - 1e-12));
  // The better of the two whole numbers around the optimum.
  const double fewer = std::max(1.0, std::floor(job.work_hours / interval));
  const auto time = [&](double count) {
    return reliability::expected_job_time(job.work_hours, job.work_hours / count, job.write_hours,
                                          job.restart_hours, 1 / rate);
  };
  return time(fewer) <= time(fewer + 1) ? fewer : fewer + 1;
}

Result<> require(bool fine, const char* member, Phrase what) {
  if (fine) return {};
  return fail(ErrorCode::kInvalidArgument, tr("{}: {}", member, what), tr("spot job"));
}

bool is_time(double hours) {
  return hours >= 0 && hours <= kLongestHours;
}

}  // namespace

Result<> check(const SpotJob& job) {
  const bool free_writes =
      job.write_hours <= 0 && !job.interval_hours && job.hazard > 0 && !job.uses_notice;
  constexpr Phrase kPositive = phrase("must be greater than 0");
  constexpr Phrase kShare = phrase("must be between 0 and 1");
  constexpr Phrase kTime = phrase("must be between 0 and 50 years");
  for (const auto& each :
       {require(job.work_hours > 0 && is_time(job.work_hours), "work_hours",
                phrase("must be greater than 0 and at most 50 years")),
        require(job.nodes >= 1 && job.nodes <= 1'000'000, "nodes",
                phrase("must be between 1 and 1,000,000")),
        require(job.spot_per_hour.nano() > 0, "spot_per_hour", kPositive),
        require(job.on_demand_per_hour.nano() > 0, "on_demand_per_hour", kPositive),
        require(job.hazard >= 0 && job.hazard <= 1, "hazard",
                phrase("must be between 0 and 1 per hour")),
        require(job.shared >= 0 && job.shared <= 1, "shared", kShare),
        require(is_time(job.write_hours), "write_hours", kTime),
        require(is_time(job.restart_hours), "restart_hours", kTime),
        require(is_time(job.wait_hours), "wait_hours", kTime),
        require(is_time(job.wait_all_hours), "wait_all_hours", kTime),
        require(is_time(job.notice_hours), "notice_hours", kTime),
        require(!job.interval_hours || (*job.interval_hours > 0 && is_time(*job.interval_hours)),
                "interval_hours", kPositive),
        require(!free_writes, "write_hours",
                phrase("must be greater than 0 if no interval is stated; the optimal interval of "
                       "checkpoints that take no time is 0"))}) {
    if (!each) return each;
  }
  if (pieces(job, job.uses_notice && job.write_hours <= job.notice_hours) > kMostPieces) {
    return fail(ErrorCode::kInvalidArgument, tr("interval_hours is too short for work_hours"),
                tr("spot job"));
  }
  return {};
}

Result<SpotExpectation> expected_spot_job(const SpotJob& job) {
  if (auto ok = check(job); !ok) return fail(ok.error());
  const reliability::GangRate rate = rate_of(job);
  const double total = rate.total();
  SpotExpectation out;
  out.notice_saves = job.uses_notice && job.write_hours <= job.notice_hours;
  const double count = pieces(job, out.notice_saves);
  out.interval_hours = job.work_hours / count;
  out.checkpoints = count;
  out.mtbf_hours = total > 0 ? 1 / total : std::numeric_limits<double>::infinity();
  double reclaims = 0;
  if (total <= 0) {
    out.running_hours = job.work_hours + count * job.write_hours;
  } else if (out.notice_saves) {
    const double exposed = job.work_hours + count * job.write_hours;
    const double restarts = std::exp(total * job.restart_hours);
    const double emergencies = total * job.work_hours;
    out.running_hours = exposed * restarts + emergencies * job.write_hours;
    out.checkpoints += emergencies;
    reclaims = total * exposed * restarts;
  } else {
    out.running_hours = reliability::expected_job_time(
        job.work_hours, out.interval_hours, job.write_hours, job.restart_hours, out.mtbf_hours);
    reclaims = out.running_hours * total;
  }
  if (!(out.running_hours < kLongestHours) || !(reclaims < kMostReclaims)) {
    return fail(ErrorCode::kInfeasible,
                tr("the job is reclaimed every {} h on average and loses its work before it can "
                   "write a checkpoint",
                   as_digits(out.mtbf_hours, 3)),
                tr("spot job"));
  }
  if (total > 0) {
    out.single_reclaims = reclaims * rate.single / total;
    out.shared_reclaims = reclaims * rate.shared / total;
  }
  const double waits = out.single_reclaims * job.wait_hours;
  out.waiting_hours = waits + out.shared_reclaims * job.wait_all_hours;
  out.node_hours = out.running_hours * job.nodes + waits * (job.nodes - 1);
  out.compute = cost_of_hours(job.spot_per_hour, 1, out.node_hours);
  out.on_demand = cost_of_hours(job.on_demand_per_hour, job.nodes, job.work_hours);
  return out;
}

Result<SpotBreakEven> spot_break_even(const SpotJob& job) {
  const auto now = expected_spot_job(job);
  if (!now) return fail(now.error());
  SpotBreakEven out;
  out.price_ratio = job.on_demand_per_hour / job.spot_per_hour;
  out.overhead = now->node_hours / (job.work_hours * job.nodes);
  out.spot_per_hour = now->on_demand * (1 / now->node_hours);
  const auto is_more_expensive = [&](double hazard) {
    SpotJob other = job;
    other.hazard = hazard;
    const auto expected = expected_spot_job(other);
    return !expected || expected->compute > expected->on_demand;
  };
  if (!is_more_expensive(1)) return out;
  double low = 0;
  double high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = low + (high - low) / 2;
    (is_more_expensive(middle) ? high : low) = middle;
  }
  out.hazard = high;
  return out;
}

}  // namespace nscope::cost
