#pragma once

#include "app/capacity/fleet/configuration.h"
#include "simcore/engine/workload/request.h"

#include <array>
#include <compare>
#include <cstdint>
#include <list>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::capacity {

/// The shares of all requests that limits are about, ascending.
inline constexpr std::array kLimitShares{0.5, 0.9, 0.95, 0.99};

using LimitQuantiles = std::array<double, kLimitShares.size()>;

/// What a sample of requests takes, each alone on an idle replica.
struct LoneFigures {
  double work = 0;                            ///< as Server::work [s]
  std::array<LimitQuantiles, 3> latencies{};  ///< by Latency [s]; 0 where no request has it
};

/// Computes what requests take that are alone on an idle replica, for many servers in turn. Servers
/// of one layout have most tables in common: what the sample takes with those is computed once.
/// For one thread.
class LoneRequests {
 public:
  /// Keeps its own copy of the lengths.
  explicit LoneRequests(const sim::RequestPlan& sample);

  /// Sets the work and the floor of a server whose plan is there.
  void measure(Server& server);
  /// The same without the latencies of each request.
  LoneFigures figures(const sim::ServingPlan& plan);

 private:
  struct Lengths {
    int input = 0;
    int steps = 0;  ///< after the first token
    friend auto operator<=>(const Lengths&, const Lengths&) = default;
  };
  /// Steps of one request in one graph.
  struct Segment {
    std::size_t position = 0;  ///< index of the graph's length
    double steps = 0;          ///< executions of it
  };
  /// What decoding costs with the same graphs.
  struct Decode {
    std::vector<double> alone;           ///< [positions] s of a step of one sequence
    std::vector<double> shared;          ///< the least of it that a sequence can have to pay
    std::vector<double> lone_seconds;    ///< [lengths_]
    std::vector<double> shared_seconds;  ///< [lengths_]
    std::optional<LimitQuantiles> tpot{};
  };
  /// What prompts cost in the same graphs.
  struct Prefill {
    std::vector<int> prompts;
    std::vector<Picoseconds> table;
    int chunk_tokens = 0;           ///< 0: whole prompts
    double request = 0;             ///< s of the host for each
    std::vector<double> seconds{};  ///< [lengths_], without the host
    std::optional<LimitQuantiles> ttft{};
  };
  /// A server's, which decides everything that its requests take.
  struct Use {
    Decode* decode = nullptr;
    Prefill* prefill = nullptr;
    double together = 1;  ///< prompts of one prefill
    friend bool operator==(const Use&, const Use&) = default;
  };

  Use use_of(const sim::ServingPlan& plan);
  void cut(const sim::ServingPlan& plan);
  Decode& decode_of(const sim::ServingPlan& plan);
  Prefill& prefill_of(const sim::ServingPlan& plan);
  double seconds_of(std::size_t lengths, const std::vector<double>& step) const;
  void order_by_time(const Use& use);
  double work(const Use& use) const;
  std::vector<double> ttft(const Use& use) const;
  std::vector<double> tpot(const Use& use) const;
  std::vector<double> e2e(const Use& use) const;
  /// `value(lengths)` of every request of the sample.
  template <class Value>
  std::vector<double> each(const Value& value) const;

  std::vector<Lengths> lengths_;          ///< those that differ
  std::vector<std::uint32_t> of_sample_;  ///< index into lengths_ of each request
  /// The same, those that take longest with some server last: the values of others come nearly in
  /// order, too, which makes their quantiles quick. Empty: not known yet.
  std::vector<std::uint32_t> by_time_;
  std::vector<int> positions_;  ///< that the segments are cut for
  double tokens_per_step_ = 0;
  std::vector<Segment> segments_;
  std::vector<std::size_t> first_segment_;  ///< [lengths_] and the end
  std::list<Decode> decodes_;
  std::list<Prefill> prefills_;
  std::list<std::pair<Use, LoneFigures>> figures_;
};

}  // namespace nscope::capacity
