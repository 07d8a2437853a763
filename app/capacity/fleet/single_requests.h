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

/// The shares of requests that latency limits can have, ascending.
inline constexpr std::array kLimitShares{0.5, 0.9, 0.95, 0.99};

using LimitQuantiles = std::array<double, kLimitShares.size()>;

/// The figures of a sample of requests, each alone on an idle replica.
struct SingleFigures {
  double work = 0;                            ///< as Server::work [s]
  std::array<LimitQuantiles, 3> latencies{};  ///< by Latency [s]; 0 if no request has this latency
};

/// Computes the latencies of single requests on an idle replica, for many servers in turn. Servers
/// with the same layout share most cost tables; results for a table are computed once. One thread.
class SingleRequests {
 public:
  /// Copies the lengths of the sample.
  explicit SingleRequests(const sim::RequestPlan& sample);

  /// Sets `work` and `floor` of a server from its plan.
  void measure(Server& server);
  /// Work and latency quantiles, without the latencies of each request.
  SingleFigures figures(const sim::ServingPlan& plan);

 private:
  struct Lengths {
    int input = 0;
    int steps = 0;  ///< after the first token
    friend auto operator<=>(const Lengths&, const Lengths&) = default;
  };
  /// Steps of one request in one graph.
  struct Segment {
    std::size_t position = 0;  ///< index of the graph's length
    double steps = 0;          ///< number of executions
  };
  /// Decode times with a set of graphs.
  struct Decode {
    std::vector<double> alone;           ///< [positions] seconds of a step with one sequence
    std::vector<double> shared;          ///< [positions] smallest share of a step per sequence
    std::vector<double> single_seconds;  ///< [lengths_]
    std::vector<double> shared_seconds;  ///< [lengths_]
    std::optional<LimitQuantiles> tpot{};
  };
  /// Prefill times with a set of graphs.
  struct Prefill {
    std::vector<int> prompts;
    std::vector<Picoseconds> table;
    int chunk_tokens = 0;           ///< 0: whole prompts
    double request = 0;             ///< seconds of the host per request
    std::vector<double> seconds{};  ///< [lengths_], without the time of the host
    std::optional<LimitQuantiles> ttft{};
  };
  /// The tables of a server, which determine the latencies of its requests.
  struct Use {
    Decode* decode = nullptr;
    Prefill* prefill = nullptr;
    double together = 1;  ///< prompts per prefill
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

  std::vector<Lengths> lengths_;          ///< different lengths of the sample
  std::vector<std::uint32_t> of_sample_;  ///< for each request: index into lengths_
  /// of_sample_, sorted by the total time on one server. The values of other servers are then
  /// almost sorted, which speeds up their quantiles. Empty until the first server.
  std::vector<std::uint32_t> by_time_;
  std::vector<int> positions_;  ///< for which segments_ was computed
  double tokens_per_step_ = 0;
  std::vector<Segment> segments_;
  std::vector<std::size_t> first_segment_;  ///< [lengths_ + 1]
  std::list<Decode> decodes_;
  std::list<Prefill> prefills_;
  std::list<std::pair<Use, SingleFigures>> figures_;
};

}  // namespace nscope::capacity
