#include "app/capacity/fleet/single_requests.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace nscope::capacity {
namespace {

/// sorted_quantile() of all shares, without sorting: each quantile only examines the values above
/// the previous one. Zeros if there are no values.
LimitQuantiles quantiles_of(std::vector<double> values) {
  LimitQuantiles quantiles{};
  if (values.empty()) return quantiles;
  auto first = values.begin();
  for (std::size_t i = 0; i < kLimitShares.size(); ++i) {
    const double at = kLimitShares[i] * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(first, place, values.end());
    const bool last = place + 1 == values.end();
    const double above = last ? *place : *std::min_element(place + 1, values.end());
    const double rest = at - static_cast<double>(below);
    quantiles[i] = *place * (1.0 - rest) + above * rest;
    first = place;
  }
  return quantiles;
}

double tokens_per_step(const sim::ServingPlan& plan) {
  return plan.setup.speculation ? plan.setup.speculation->tokens_per_step() : 1.0;
}

/// Seconds of one prompt that is prefilled in chunks while nothing decodes. `whole[n]`: seconds of
/// the first n full chunks; grows with the longest prompt.
double chunked_prefill(const sim::ServingPlan& plan, int tokens, std::vector<double>& whole) {
  const int chunk = plan.setup.chunk_tokens;
  const auto full = static_cast<std::size_t>(tokens / chunk);
  while (whole.size() <= full) {
    const int done = static_cast<int>(whole.size()) * chunk;
    whole.push_back(whole.back() + sim::to_seconds(plan.costs.chunk(chunk, done)));
  }
  const int left = tokens % chunk;
  return left == 0 ? whole[full] : whole[full] + sim::to_seconds(plan.costs.chunk(left, tokens));
}

}  // namespace

SingleRequests::SingleRequests(const sim::RequestPlan& sample) {
  std::map<Lengths, std::uint32_t> known;
  of_sample_.reserve(sample.requests.size());
  for (const sim::Request& request : sample.requests) {
    const Lengths lengths{request.input_tokens, request.output_tokens - 1};
    const auto [place, fresh] = known.emplace(lengths, static_cast<std::uint32_t>(lengths_.size()));
    if (fresh) lengths_.push_back(lengths);
    of_sample_.push_back(place->second);
  }
}

/// Computes which graphs each request runs and how often.
void SingleRequests::cut(const sim::ServingPlan& plan) {
  const double per_step = tokens_per_step(plan);
  if (positions_ == plan.costs.positions && tokens_per_step_ == per_step) return;
  positions_ = plan.costs.positions;
  tokens_per_step_ = per_step;
  by_time_.clear();
  figures_.clear();
  decodes_.clear();
  prefills_.clear();
  segments_.clear();
  first_segment_.clear();
  for (const Lengths& request : lengths_) {
    first_segment_.push_back(segments_.size());
    int length = request.input + 2;  // of its first decode step
    int left = request.steps;
    for (std::size_t i = 0; i < positions_.size() && left > 0; ++i) {
      if (positions_[i] < length) continue;
      const int inside = std::min(left, positions_[i] - length + 1);
      segments_.push_back({i, inside / per_step});
      left -= inside;
      length += inside;
    }
    // The last graph also serves longer sequences.
    if (left > 0) segments_.push_back({positions_.size() - 1, left / per_step});
  }
  first_segment_.push_back(segments_.size());
}

double SingleRequests::seconds_of(std::size_t lengths, const std::vector<double>& step) const {
  double sum = 0;
  for (std::size_t i = first_segment_[lengths]; i < first_segment_[lengths + 1]; ++i) {
    sum += segments_[i].steps * step[segments_[i].position];
  }
  return sum;
}

template <class Value>
std::vector<double> SingleRequests::each(const Value& value) const {
  std::vector<double> values;
  values.reserve(by_time_.size());
  for (const std::uint32_t lengths : by_time_) values.push_back(value(lengths));
  return values;
}

SingleRequests::Decode& SingleRequests::decode_of(const sim::ServingPlan& plan) {
  const sim::StepCosts& costs = plan.costs;
  const double active = sim::to_seconds(costs.per_active);
  Decode decode;
  for (const int length : costs.positions) {
    decode.alone.push_back(sim::to_seconds(costs.decode(1, length)) + active);
    double least = HUGE_VAL;
    for (const int batch : costs.batches) {
      least = std::min(least, sim::to_seconds(costs.decode(batch, length)) / batch + active);
    }
    decode.shared.push_back(least);
  }
  const auto known = std::find_if(decodes_.begin(), decodes_.end(), [&](const Decode& each) {
    return each.alone == decode.alone && each.shared == decode.shared;
  });
  if (known != decodes_.end()) return *known;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    decode.single_seconds.push_back(seconds_of(i, decode.alone));
    decode.shared_seconds.push_back(seconds_of(i, decode.shared));
  }
  decodes_.push_back(std::move(decode));
  return decodes_.back();
}

SingleRequests::Prefill& SingleRequests::prefill_of(const sim::ServingPlan& plan) {
  const bool chunked = plan.setup.scheduler == sim::Scheduler::kChunked;
  Prefill prefill{.prompts = plan.costs.prompts,
                  .table = chunked ? plan.costs.chunk_table : plan.costs.prefill_table,
                  .chunk_tokens = chunked ? plan.setup.chunk_tokens : 0,
                  .request = sim::to_seconds(plan.costs.request)};
  const auto known = std::find_if(prefills_.begin(), prefills_.end(), [&](const Prefill& each) {
    return each.table == prefill.table && each.prompts == prefill.prompts &&
           each.chunk_tokens == prefill.chunk_tokens && each.request == prefill.request;
  });
  if (known != prefills_.end()) return *known;
  std::vector<double> whole{0};
  for (const Lengths& each : lengths_) {
    prefill.seconds.push_back(chunked ? chunked_prefill(plan, each.input, whole)
                                      : sim::to_seconds(plan.costs.prefill(each.input)));
  }
  prefills_.push_back(std::move(prefill));
  return prefills_.back();
}

SingleRequests::Use SingleRequests::use_of(const sim::ServingPlan& plan) {
  cut(plan);
  // Static batching prefills all slots in one execution.
  const bool together = plan.setup.scheduler == sim::Scheduler::kStatic;
  const Use use{&decode_of(plan), &prefill_of(plan), together ? 1.0 * plan.slots : 1.0};
  if (by_time_.empty()) order_by_time(use);
  return use;
}

void SingleRequests::order_by_time(const Use& use) {
  std::vector<double> times;
  times.reserve(lengths_.size());
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    times.push_back(use.prefill->seconds[i] + use.decode->single_seconds[i]);
  }
  by_time_ = of_sample_;
  std::sort(by_time_.begin(), by_time_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(times[a], a) < std::pair(times[b], b);
  });
}

double SingleRequests::work(const Use& use) const {
  std::vector<double> each;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    each.push_back(use.prefill->seconds[i] / use.together + use.decode->shared_seconds[i]);
  }
  double sum = 0;
  for (const std::uint32_t lengths : of_sample_) sum += each[lengths];
  return sum / static_cast<double>(of_sample_.size());
}

std::vector<double> SingleRequests::ttft(const Use& use) const {
  return each([&](std::size_t i) { return use.prefill->seconds[i] + use.prefill->request; });
}

std::vector<double> SingleRequests::tpot(const Use& use) const {
  std::vector<double> values;
  for (const std::uint32_t i : by_time_) {
    const int steps = lengths_[i].steps;
    if (steps > 0) values.push_back(use.decode->single_seconds[i] / steps);
  }
  return values;
}

std::vector<double> SingleRequests::e2e(const Use& use) const {
  return each([&](std::size_t i) {
    const double ttft = use.prefill->seconds[i] + use.prefill->request;
    return ttft + use.decode->single_seconds[i];
  });
}

void SingleRequests::measure(Server& server) {
  const Use use = use_of(server.plan);
  server.work = work(use);
  const auto sorted = [](std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values;
  };
  server.floor.sorted[static_cast<std::size_t>(Latency::kTtft)] = sorted(ttft(use));
  server.floor.sorted[static_cast<std::size_t>(Latency::kTpot)] = sorted(tpot(use));
  server.floor.sorted[static_cast<std::size_t>(Latency::kE2e)] = sorted(e2e(use));
}

SingleFigures SingleRequests::figures(const sim::ServingPlan& plan) {
  const Use use = use_of(plan);
  const auto known = std::find_if(figures_.begin(), figures_.end(),
                                  [&](const auto& each) { return each.first == use; });
  if (known != figures_.end()) return known->second;
  if (!use.prefill->ttft) use.prefill->ttft = quantiles_of(ttft(use));
  if (!use.decode->tpot) use.decode->tpot = quantiles_of(tpot(use));
  SingleFigures figures{.work = work(use)};
  figures.latencies[static_cast<std::size_t>(Latency::kTtft)] = *use.prefill->ttft;
  figures.latencies[static_cast<std::size_t>(Latency::kTpot)] = *use.decode->tpot;
  figures.latencies[static_cast<std::size_t>(Latency::kE2e)] = quantiles_of(e2e(use));
  figures_.emplace_back(use, figures);
  return figures;
}

}  // namespace nscope::capacity
