// Monte Carlo simulation of a Spot job.
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/order_statistics.h"
#include "profiler/base/random_stream.h"
#include "simcore/reliability/failure_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace nscope::cost {
namespace {

struct Outcome {
  double wall = 0;
  double node_hours = 0;
};

/// One run of the job.
class Trial {
 public:
  Trial(const SpotJob& job, const SpotExpectation& plan, RandomStream stream)
      : job_(job),
        plan_(plan),
        rate_(reliability::gang_rate(job.hazard, job.nodes, job.shared)),
        stream_(stream) {}

  Outcome run() {
    draw();
    const auto pieces = std::llround(job_.work_hours / plan_.interval_hours);
    for (std::int64_t piece = 0; piece < pieces; ++piece) save_piece();
    return out_;
  }

 private:
  /// Draws the running time until the next reclaim of each kind.
  void draw() {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    single_ = rate_.single > 0 ? stream_.exponential() / rate_.single : kNever;
    shared_ = rate_.shared > 0 ? stream_.exponential() / rate_.shared : kNever;
  }

  /// Runs for `hours` or until a reclaim and returns the elapsed time.
  double advance(double hours) {
    const double passed = std::min({hours, single_, shared_});
    pay(passed);
    single_ -= passed;
    shared_ -= passed;
    return passed;
  }

  void pay(double hours) {
    out_.wall += hours;
    out_.node_hours += hours * job_.nodes;
  }

  void save_piece() {
    double left = plan_.interval_hours;
    double write = job_.write_hours;
    while (true) {
      left -= advance(left);
      if (left <= 0) {
        write -= advance(write);
        if (write <= 0) return;
      }
      if (!plan_.notice_saves) {
        left = plan_.interval_hours;
        write = job_.write_hours;
      } else if (left > 0) {
        pay(job_.write_hours);
      }
      restart();
    }
  }

  /// Waits for nodes and restarts; repeats this if the restart is interrupted.
  void restart() {
    while (true) {
      wait();
      double left = job_.restart_hours;
      left -= advance(left);
      if (left <= 0) return;
    }
  }

  void wait() {
    const bool all = shared_ <= single_;
    const double hours = stream_.exponential() * (all ? job_.wait_all_hours : job_.wait_hours);
    out_.wall += hours;
    if (!all) out_.node_hours += hours * (job_.nodes - 1);
    draw();
  }

  const SpotJob& job_;
  const SpotExpectation& plan_;
  reliability::GangRate rate_;
  RandomStream stream_;
  double single_ = 0;
  double shared_ = 0;
  Outcome out_;
};

struct Mean {
  double value = 0;
  double error = 0;  ///< standard error
};

Mean mean_of(const std::vector<double>& values) {
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const auto n = static_cast<double>(values.size());
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) / n)};
}

}  // namespace

Result<SpotOutcomes> spot_outcomes(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                   TaskControl& control) {
  constexpr std::int64_t kMostTrials = 10'000'000;
  if (trials < 1 || trials > kMostTrials) {
    return fail(ErrorCode::kInvalidArgument,
                tr("trials: must be between 1 and {}", as::count(kMostTrials)), tr("spot job"));
  }
  const auto plan = expected_spot_job(job);
  if (!plan) return fail(plan.error());
  SpotOutcomes out;
  out.wall_hours.reserve(static_cast<std::size_t>(trials));
  out.node_hours.reserve(static_cast<std::size_t>(trials));
  control.begin(phrase("Simulating Spot jobs"), static_cast<std::uint64_t>(trials));
  for (std::int64_t i = 0; i < trials; ++i) {
    if (control.cancelled()) return cancelled();
    const auto purpose = static_cast<std::uint64_t>(i) + 1;
    const Outcome one = Trial(job, *plan, RandomStream(seed, purpose)).run();
    out.wall_hours.push_back(one.wall);
    out.node_hours.push_back(one.node_hours);
    control.advance_to(purpose);
  }
  std::sort(out.wall_hours.begin(), out.wall_hours.end());
  std::sort(out.node_hours.begin(), out.node_hours.end());
  return out;
}

Result<SpotTrials> simulate_spot_job(const SpotJob& job, std::int64_t trials, std::uint64_t seed,
                                     std::optional<double> deadline_hours, TaskControl& control) {
  const auto outcomes = spot_outcomes(job, trials, seed, control);
  if (!outcomes) return fail(outcomes.error());
  const auto& [walls, nodes] = *outcomes;
  const Mean wall = mean_of(walls);
  SpotTrials out;
  out.trials = trials;
  out.mean_wall_hours = wall.value;
  out.wall_error = wall.error;
  out.mean_node_hours = mean_of(nodes).value;
  out.p10_wall_hours = sorted_quantile(walls, 0.1);
  out.p50_wall_hours = sorted_quantile(walls, 0.5);
  out.p90_wall_hours = sorted_quantile(walls, 0.9);
  const auto money = [&](double node_hours) {
    return cost_of_hours(job.spot_per_hour, 1, node_hours);
  };
  out.p10 = money(sorted_quantile(nodes, 0.1));
  out.p50 = money(sorted_quantile(nodes, 0.5));
  out.p90 = money(sorted_quantile(nodes, 0.9));
  if (deadline_hours) {
    const auto late = std::upper_bound(walls.begin(), walls.end(), *deadline_hours);
    out.in_time = static_cast<double>(late - walls.begin()) / static_cast<double>(trials);
  }
  return out;
}

}  // namespace nscope::cost
