#include "app/capacity/fleet/evaluate_fleet.h"

#include "app/capacity/fleet/required_rate.h"
#include "profiler/base/order_statistics.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <cmath>

namespace nscope::capacity {
namespace {

/// Estimated number of requests in the system at a time, limited to twice the batch slots.
double population(const Server& server, int replicas, double rate) {
  const sim::ServingPlan& plan = server.plan;
  const sim::TokenLengths& output = plan.setup.output;
  const double slowest = sim::to_seconds(plan.costs.decode_table.back()) +
                         sim::to_seconds(plan.costs.per_active) * plan.slots;
  const double response =
      server.floor.quantile(Latency::kTtft, 0.5) + 1.5 * output.expected() * slowest;
  return std::min(rate * response, 2.0 * replicas * plan.slots);
}

constexpr int kMostRequests = 2'000'000;

/// A latency [s] of an answered request: infinite if it was not completed, empty if it has no such
/// latency.
std::optional<double> latency_of(const sim::RequestRecord& record, Latency latency) {
  if (record.state != sim::RequestRecord::State::kCompleted) return HUGE_VAL;
  switch (latency) {
    case Latency::kTtft: return sim::to_seconds(record.first_token - record.arrival);
    case Latency::kE2e: return sim::to_seconds(record.finished - record.arrival);
    case Latency::kTpot: break;
  }
  if (record.output_tokens <= 1) return std::nullopt;
  return sim::to_seconds(record.finished - record.first_token) / (record.output_tokens - 1);
}

void add_latencies(const sim::RequestRecord& record, FleetRun& run) {
  ++run.requests;
  for (const Latency latency : kAllLatencies) {
    const auto value = latency_of(record, latency);
    if (value) run.latencies[static_cast<std::size_t>(latency)].push_back(*value);
  }
}

/// Counts the requests that exceed limits during a run.
class LimitWatch {
 public:
  /// `evaluated`: number of requests whose latencies count.
  LimitWatch(std::span<const Limit> limits, int evaluated)
      : limits_(limits), evaluated_(evaluated), over_(limits.size()) {}

  /// Whether the fleet may still meet all limits.
  bool may_meet(const sim::RequestRecord& record) {
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      const auto value = latency_of(record, limits_[i].latency);
      if (!value || *value <= limits_[i].seconds) continue;
      if (++over_[i] > (1 - limits_[i].share) * evaluated_ + 1e-6) exceeded_ = limits_[i];
    }
    return !exceeded_;
  }
  const std::optional<Limit>& exceeded() const { return exceeded_; }

 private:
  std::span<const Limit> limits_;
  double evaluated_ = 0;
  std::vector<double> over_;
  std::optional<Limit> exceeded_;
};

}  // namespace

Percentile FleetRun::percentile(Latency latency, double share) const {
  const std::vector<double>& values = latencies[static_cast<std::size_t>(latency)];
  std::vector<double> all = values;
  Percentile result;
  result.value = quantile(all, share);
  result.low = result.high = result.value;
  constexpr std::size_t kBatches = 20;
  constexpr double kStudent = 2.093;  // 97.5th percentile, 19 degrees of freedom
  const std::size_t size = values.size() / kBatches;
  constexpr std::size_t kLeast = 100;
  if (size < kLeast || !std::isfinite(result.value)) return result;
  std::vector<double> each;
  double mean = 0;
  for (std::size_t batch = 0; batch < kBatches; ++batch) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(batch * size);
    std::vector<double> part(first, first + static_cast<std::ptrdiff_t>(size));
    each.push_back(quantile(part, share));
    mean += each.back() / kBatches;
  }
  double squares = 0;
  for (const double value : each) squares += (value - mean) * (value - mean);
  const double half = kStudent * std::sqrt(squares / (kBatches - 1) / kBatches);
  // Quantiles of short batches are biased, so the interval is centred on the quantile of the run.
  result.low = std::max(0.0, result.value - half);
  result.high = result.value + half;
  return result;
}

double FleetRun::missed(const Limit& limit) const {
  const std::vector<double>& values = latencies[static_cast<std::size_t>(limit.latency)];
  if (values.empty()) return 0;
  const auto over = std::count_if(values.begin(), values.end(),
                                  [&](double value) { return value > limit.seconds; });
  return static_cast<double>(over) / static_cast<double>(values.size());
}

double most_rate(const Server& server, int instances) {
  return kMostUtilisation * server.replicas_on(instances) / server.work;
}

int least_instances(double work, int replicas_per_instance, int nodes, double rate) {
  const double each = kMostUtilisation * replicas_per_instance / work;
  const double needed = std::ceil(rate / each * (1 - 1e-12));
  return static_cast<int>(std::clamp(nodes * needed, 1.0 * nodes, 1e9));
}

int FleetEvaluator::least_instances(const Server& server, double rate) const {
  // Replicas may execute all the time during a burst.
  const double bursts = kMostUtilisation * requests_->required(rate);
  return capacity::least_instances(server.work, server.replicas_per_instance,
                                   server.configuration.nodes, std::max(rate, bursts));
}

Result<FleetRun> FleetEvaluator::run(const Server& server, int instances, double rate,
                                     RunLength length, RunEnd end) const {
  const double replicas = server.replicas_on(instances);
  const int cell = static_cast<int>(std::min<double>(replicas, kCellReplicas));
  const double cell_rate = rate * cell / replicas;
  sim::ServingPlan plan = server.plan;
  plan.setup.replicas = cell;
  plan.setup.arrivals = arrivals_at(request_.traffic, cell_rate);
  plan.setup.input = request_.traffic.input;
  plan.setup.output = request_.traffic.output;
  const int edge = static_cast<int>(std::ceil(population(server, cell, cell_rate))) + 50;
  const double evaluated =
      std::max<double>(length.evaluated, cell_rate * least_seconds(plan.setup.arrivals));
  plan.setup.requests = static_cast<int>(std::min<double>(kMostRequests, evaluated + 2.0 * edge));
  const auto requests = requests_->draw(plan.setup);
  if (!requests) return fail(requests.error());
  // Progress is reported by the search; if it is cancelled, so are its simulations.
  TaskControl inner(&control_);
  const int last = plan.setup.requests - edge;
  LimitWatch watch(request_.limits, last - edge);
  sim::RequestListener stop;
  if (end == RunEnd::kLimitsExceeded) {
    stop = [&](int index, const sim::RequestRecord& record) {
      return index < edge || index >= last || watch.may_meet(record);
    };
  }
  const auto done = sim::simulate_serving(plan, *requests, requests_->seed(), inner, {}, stop);
  if (!done) return fail(done.error());
  FleetRun result;
  result.exceeded = watch.exceeded();
  for (std::vector<double>& values : result.latencies) {
    values.reserve(static_cast<std::size_t>(last - edge));
  }
  double tokens = 0;
  for (int i = edge; i < last; ++i) {
    const sim::RequestRecord& record = done->requests[static_cast<std::size_t>(i)];
    if (result.exceeded && record.finished < 0) continue;
    add_latencies(record, result);
    tokens += record.generated;
  }
  result.output_tokens_per_second = tokens / result.requests * rate;
  Picoseconds busy = 0;
  double slots = 0;
  for (const sim::ReplicaTotals& totals : done->replicas) {
    busy += totals.busy;
    slots += totals.slot_seconds;
  }
  result.utilisation = sim::to_seconds(busy) / done->replica_seconds;
  result.slot_occupancy = slots / (done->replica_seconds * plan.slots);
  return result;
}

bool FleetEvaluator::meets_limits(const FleetRun& run) const {
  return !run.exceeded &&
         std::all_of(request_.limits.begin(), request_.limits.end(), [&](const Limit& limit) {
           return run.missed(limit) <= 1 - limit.share + 1e-12;
         });
}

Result<bool> FleetEvaluator::meets_limits(const Server& server, int instances, double rate,
                                          RunLength length) const {
  if (instances < least_instances(server, rate)) return false;
  const auto checked = check(server, instances, rate, length);
  if (!checked) return fail(checked.error());
  return checked->meets;
}

Result<LimitCheck> FleetEvaluator::check(const Server& server, int instances, double rate,
                                         RunLength length) const {
  FleetRequests::CheckKey key{
      .configuration = server.configuration.instance + to_json(server.configuration).dump(),
      .work = server.work,
      .instances = instances,
      .rate = rate,
      .evaluated = length.evaluated};
  if (auto known = requests_->known(key)) return std::move(*known);
  const auto done = run(server, instances, rate, length, RunEnd::kLimitsExceeded);
  if (!done) return fail(done.error());
  LimitCheck check{.meets = meets_limits(*done)};
  if (!check.meets) check.missed = missed_text(*done);
  requests_->keep(std::move(key), check);
  return check;
}

Text FleetEvaluator::missed_text(const FleetRun& run) const {
  if (run.exceeded) {
    return tr("{} exceeds the limit of {}", run.exceeded->title(),
              as::value(run.exceeded->seconds, "s"));
  }
  const Limit* worst = nullptr;
  double most = 1;
  for (const Limit& limit : request_.limits) {
    const double value = run.percentile(limit.latency, limit.share).value;
    if (run.missed(limit) <= 1 - limit.share + 1e-12 || value / limit.seconds < most) continue;
    worst = &limit;
    most = value / limit.seconds;
  }
  if (worst == nullptr) return {};
  return tr("{} is {}; the limit is {}", worst->title(), as::value(most * worst->seconds, "s"),
            as::value(worst->seconds, "s"));
}

}  // namespace nscope::capacity
