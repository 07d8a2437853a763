#include "simcore/engine/serving/draw_requests.h"

#include "profiler/base/random_stream.h"
#include "simcore/engine/serving/adapter_use.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace nscope::sim {
namespace {

constexpr double kLatestSeconds = 4.9e6;  // well within the range of 64-bit picoseconds

enum Purpose : std::uint64_t { kArrivalStream = 1, kInput, kOutput, kPrefix, kAdapter };

int draw_length(const TokenLengths& lengths, RandomStream& random) {
  switch (lengths.kind) {
    case TokenLengths::Kind::kFixed: return static_cast<int>(std::lround(lengths.mean));
    case TokenLengths::Kind::kUniform:
      return lengths.low +
             static_cast<int>(random.below(static_cast<std::uint64_t>(lengths.high) -
                                           static_cast<std::uint64_t>(lengths.low) + 1));
    case TokenLengths::Kind::kLogNormal: {
      const double spread = lengths.deviation / lengths.mean;
      const double variance = std::log1p(spread * spread);
      const double length =
          lengths.mean * std::exp(std::sqrt(variance) * random.normal() - variance / 2);
      return static_cast<int>(std::lround(std::clamp(length, 1.0, 1.0 * lengths.high)));
    }
    case TokenLengths::Kind::kEmpirical: return lengths.values[random.below(lengths.values.size())];
  }
  return 1;
}

/// The times of arrivals in seconds. Bursts and quiet times alternate, each with an exponential
/// length. Arrivals are Poisson in both states, so the rest of a gap can be drawn again when the
/// state changes.
class ArrivalClock {
 public:
  ArrivalClock(const Arrivals& arrivals, std::uint64_t seed)
      : arrivals_(arrivals), random_(seed, kArrivalStream) {
    if (arrivals_.process == ArrivalProcess::kBursts) {
      state_end_ = arrivals_.quiet_seconds * random_.exponential();
    }
  }

  double next() {
    switch (arrivals_.process) {
      case ArrivalProcess::kConstant: return static_cast<double>(count_++) / arrivals_.rate;
      case ArrivalProcess::kPoisson: now_ += random_.exponential() / arrivals_.rate; break;
      case ArrivalProcess::kBursts: now_ = next_in_bursts(); break;
      case ArrivalProcess::kClosedLoop:
      case ArrivalProcess::kFile: break;
    }
    return now_;
  }

 private:
  double next_in_bursts() {
    double now = now_;
    for (;;) {
      const double rate = burst_ ? arrivals_.burst_rate : arrivals_.rate;
      const double gap = rate > 0 ? random_.exponential() / rate : HUGE_VAL;
      if (now + gap < state_end_ || now > kLatestSeconds) return now + gap;
      now = state_end_;
      burst_ = !burst_;
      state_end_ +=
          random_.exponential() * (burst_ ? arrivals_.burst_seconds : arrivals_.quiet_seconds);
    }
  }

  const Arrivals& arrivals_;
  RandomStream random_;
  double now_ = 0;
  double state_end_ = 0;
  bool burst_ = false;
  std::int64_t count_ = 0;
};

/// The blocks of the shared prefix, or none.
std::vector<std::uint64_t> draw_prefix(const PrefixCache& prefix, int input_tokens,
                                       RandomStream& random) {
  std::vector<std::uint64_t> blocks;
  if (random.uniform() >= prefix.share) return blocks;
  const int shared = std::min(prefix.shared_tokens, input_tokens) / prefix.block_tokens;
  for (int i = 0; i < shared; ++i) blocks.push_back(static_cast<std::uint64_t>(i));
  return blocks;
}

/// Draws adapters by their popularity.
class AdapterDraw {
 public:
  AdapterDraw(const Adapters& adapters, std::uint64_t seed)
      : count_(static_cast<std::uint64_t>(adapters.count)), random_(seed, kAdapter) {
    if (adapters.popularity == 0) return;
    double sum = 0;
    for (const double share : adapter_shares(adapters)) ends_.push_back(sum += share);
  }
  int next() {
    if (ends_.empty()) return static_cast<int>(random_.below(count_));
    const double drawn = random_.uniform() * ends_.back();
    const auto end = std::upper_bound(ends_.begin(), ends_.end() - 1, drawn);
    return static_cast<int>(end - ends_.begin());
  }

 private:
  std::uint64_t count_;
  RandomStream random_;
  std::vector<double> ends_;  ///< sums of the shares up to each adapter; empty: all are equal
};

}  // namespace

Result<RequestPlan> draw_requests(const ServingSetup& setup, std::uint64_t seed) {
  if (setup.arrivals.process == ArrivalProcess::kFile) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the arrival process 'file' requires a file of requests"));
  }
  const bool closed = setup.arrivals.process == ArrivalProcess::kClosedLoop;
  RequestPlan plan;
  if (closed) plan.users = setup.arrivals.users;
  plan.rate = setup.arrivals.mean_rate();
  if (setup.prefix) plan.block_tokens = setup.prefix->block_tokens;
  ArrivalClock clock(setup.arrivals, seed);
  RandomStream inputs(seed, kInput);
  RandomStream outputs(seed, kOutput);
  RandomStream prefixes(seed, kPrefix);
  std::optional<AdapterDraw> adapters;
  if (setup.adapters) adapters.emplace(*setup.adapters, seed);
  // With a duration, the number of requests follows from the rate, up to a limit for the memory.
  constexpr int kMost = 10'000'000;
  const int most = setup.duration > 0 && !closed ? kMost : setup.requests;
  constexpr std::size_t kMostBlocks = 20'000'000;
  std::size_t blocks = 0;
  for (int i = 0; i < most; ++i) {
    Request request;
    if (!closed) {
      const double seconds = clock.next();
      if (setup.duration > 0 && seconds >= setup.duration) break;
      if (seconds > kLatestSeconds) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("the requests span more than 57 days at this rate"));
      }
      request.arrival = picoseconds(seconds);
    }
    request.input_tokens = draw_length(setup.input, inputs);
    request.output_tokens = draw_length(setup.output, outputs);
    if (setup.prefix) request.blocks = draw_prefix(*setup.prefix, request.input_tokens, prefixes);
    blocks += request.blocks.size();
    if (blocks > kMostBlocks) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("the shared prefix has more than {} blocks in all requests; use larger blocks",
                     as::count(kMostBlocks)));
    }
    if (adapters) request.adapter = adapters->next();
    plan.requests.push_back(std::move(request));
  }
  if (plan.requests.empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("no request arrives within the {} s of 'duration' at {} requests/s; state a longer "
           "duration or a higher rate",
           as::shortest(setup.duration), as::shortest(setup.arrivals.mean_rate())));
  }
  if (setup.duration > 0 && static_cast<int>(plan.requests.size()) == kMost) {
    return fail(ErrorCode::kInvalidArgument,
                tr("more than {} requests arrive within 'duration'", as::count(kMost)));
  }
  return plan;
}

}  // namespace nscope::sim
