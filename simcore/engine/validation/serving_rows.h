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

/// The server of a row and its load, or why there is none.
struct ServingRow {
  std::optional<Workload> workload;  ///< the compiled shape: batch is the slots of a replica
  ServingSetup setup;
  double busy_slots = 0;   ///< share of the slots that a rate that is not stated keeps busy
  std::string reason;      ///< why it cannot be simulated; empty where it can
  std::string assumption;  ///< what had to be assumed; empty: nothing
};

/// What the rows leave open is filled in from how their load generators work:
///
/// - llmperf (TGI rows in fp16) sends as many requests as it has users, one after the
///   other as it prepares the prompts; it counts tokens with the tokenizer of Llama 2 and
///   states inter-token latency as the whole response over its tokens.
/// - guidellm (the others) lets all users send at once and again when they are answered.
///   A row without concurrency is a run at a constant rate that is not stated; two
///   thirds of the slots are assumed to be busy.
///
/// Answers differ in length, as they end on their own: a fifth of their mean.
/// Servers of one slot have graphs for several lengths, those of more slots one for the
/// longest: single users tell it.
ServingRow serving_row(const catalog::Catalog& catalog, const ValidationRow& row);

/// The requests of a row, at the rate that keeps `busy_slots` busy where none is stated.
/// Errors: as draw_requests().
Result<RequestPlan> requests_of(const ServingRow& row, const ServingPlan& plan, std::uint64_t seed);

}  // namespace nscope::sim
