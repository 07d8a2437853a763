#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/serving/simulate_serving.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"
#include "simcore/engine/workload/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// Whether the rows of a class are of servers: "serving", "decoder-stack".
inline bool serves(std::string_view class_name) {
  return class_name == "serving" || class_name == "decoder-stack";
}

/// The server of a row and its load, or the reason why they are unknown.
struct ServingRow {
  std::optional<Workload> workload;  ///< the compiled shape; its batch is the slots of a replica
  ServingSetup setup;
  double busy_slots = 0;  ///< assumed share of busy slots if the rate is not stated; 0 if it is
  bool together = false;  ///< the requests of all users arrive at once
  /// One batch of prompts is given to the engine without a server; TTFT is that of its first
  /// prompt.
  bool offline = false;
  bool decode_rate = false;  ///< Publication::decode_rate
  Text reason;               ///< why the row cannot be simulated; empty if it can
  Text assumption;           ///< the assumption about the row; empty: none
};

/// The server of a row. Properties that the row does not state follow from its load generator:
///
/// - llmperf (if it is known of the publication, publications.json) sends one request per user, one
///   after the other as it prepares the prompts. It counts tokens with the tokenizer of Llama 2 and
///   states inter-token latency as the latency of the response divided by its tokens.
/// - guidellm (other rows of optimum-neuron: TGI and its vLLM) lets all users send a request at
/// once,
///   and again after each response. A row without concurrency is a run at a constant rate that is
///   not stated; two thirds of the slots are assumed to be busy.
/// - The rows of the vLLM plugins have answers of equal length. All users send their requests at
///   once. A row without concurrency is one batch that is given to the engine without a server.
///
/// Output lengths of llmperf and guidellm vary with a deviation of a fifth of their mean. As
/// measurements with single users show, servers of optimum-neuron with one slot have graphs for
/// several lengths, and those with more slots have one graph for the longest. The vLLM plugins have
/// graphs for several lengths.
ServingRow serving_row(const catalog::Catalog& catalog, const ValidationRow& row);

/// The requests of a row. If the rate is not stated, it is the rate that keeps `busy_slots` busy.
/// Errors: as draw_requests().
Result<RequestPlan> requests_of(const ServingRow& row, const ServingPlan& plan, std::uint64_t seed);

/// Adds the metrics of a table to those of serving_metrics() and replaces those that the
/// publication of the row defines differently:
///
/// - e2e: latency of a request; throughput_per_request: the inverse of its time per output token.
/// - tpot_p50 of requests that arrive together: the median time between two tokens. Prefills of
/// other
///   requests delay few of them.
/// - ttft_p50 and ttft_last of a batch without a server: first tokens of its first and last prompt.
/// - throughput of a publication that states a decode rate: users divided by the time per token.
void name_as_published(const ServingRow& row, const ServingRun& run, std::vector<Metric>& metrics);

}  // namespace nscope::sim
