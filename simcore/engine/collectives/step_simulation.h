#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/collectives/disturbance.h"
#include "simcore/engine/collectives/wiring.h"
#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// One step of one shown rank: it sends its part and waits for the parts of others.
struct CollectiveStep {
  int rank = 0;  ///< of node 0 and of the first group
  int part = 0;
  int stage = 0;
  int step = 0;  ///< in the stage
  Picoseconds start = 0;
  Picoseconds end = 0;
  double sent = 0;  ///< B
};

/// The result of a step-by-step simulation.
struct CollectiveTimeline {
  Picoseconds end = 0;
  std::vector<CollectiveStep> steps;  ///< of the shown ranks, ordered by their end
  std::vector<LinkLoad> links;        ///< of node 0
  double network_bytes = 0;           ///< bytes of all groups that leave one node
  double sent_bytes = 0;              ///< by all ranks of all groups, over links and network
  int simulated_nodes = 1;            ///< 1 if all nodes behave alike
  std::uint64_t transfers = 0;

  double seconds() const { return to_seconds(end); }
};

/// Simulates the stages of a plan transfer by transfer, for all concurrent groups, on the links
/// of the instance. A rank begins a step after the previous one, when it has sent everything and
/// received everything that was sent to it. A transfer starts after launch, overhead and hop and
/// moves its bytes at the rate of its stage, or slower if the links on its route are the limit: a
/// link shares its bandwidth evenly among the transfers that can use it. A hop is the same for
/// near and far chips because it is not published how routing scales with distance. If all nodes
/// behave alike, only one is simulated; the times of the others are identical.
///
/// `shown_ranks` is the number of ranks of node 0 whose steps and links are recorded. Errors:
/// kInvalidArgument for a straggler that is not a rank, shares outside 0..1, a link that does not
/// exist, more than 20 million transfers; kInfeasible if failed links leave no route; kCancelled.
/// For one thread.
Result<CollectiveTimeline> simulate_steps(const Machine& machine, const Parameters& parameters,
                                          const CollectivePlan& plan,
                                          const Disturbance& disturbance, int shown_ranks,
                                          const TaskControl& control);

}  // namespace nscope::sim
