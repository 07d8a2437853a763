#pragma once

#include "simcore/catalog/catalog.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"
#include "simcore/engine/workload/workload.h"

#include <cstdint>
#include <optional>
#include <string>

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
  Text reason;            ///< why the row cannot be simulated; empty if it can
  Text assumption;        ///< the assumption about the row; empty: none
};

/// The server of a row. Properties that the row does not state follow from its load generator:
///
/// - llmperf (if it is known of the publication, publications.json) sends one request per user, one
///   after the other as it prepares the prompts. It counts tokens with the tokenizer of Llama 2 and
///   states inter-token latency as the latency of the response divided by its tokens.
/// - guidellm (all other rows) lets all users send a request at once, and again after each
///   response. A row without concurrency is a run at a constant rate that is not stated; two thirds
///   of the slots are assumed to be busy.
///
/// Output lengths vary with a deviation of a fifth of their mean. As measurements with single users
/// show, servers with one slot have graphs for several lengths, and servers with more slots have
/// one graph for the longest.
ServingRow serving_row(const catalog::Catalog& catalog, const ValidationRow& row);

/// The requests of a row. If the rate is not stated, it is the rate that keeps `busy_slots` busy.
/// Errors: as draw_requests().
Result<RequestPlan> requests_of(const ServingRow& row, const ServingPlan& plan, std::uint64_t seed);

}  // namespace nscope::sim
