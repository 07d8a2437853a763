#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/collectives/disturbance.h"
#include "simcore/engine/collectives/wiring.h"
#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// One step of one shown rank: it sends, and waits for what it is sent.
struct CollectiveStep {
  int rank = 0;  ///< of node 0 and of the first group
  int part = 0;
  int stage = 0;
  int step = 0;  ///< of the stage
  Picoseconds start = 0;
  Picoseconds end = 0;
  double sent = 0;  ///< B
};

/// What happened.
struct CollectiveTimeline {
  Picoseconds end = 0;
  std::vector<CollectiveStep> steps;  ///< of the shown ranks, by their ends
  std::vector<LinkLoad> links;        ///< of node 0
  double network_bytes = 0;           ///< that leave one node, of all groups
  double sent_bytes = 0;              ///< by all ranks of all groups, over whatever way
  int simulated_nodes = 1;            ///< 1 where all nodes behave alike
  std::uint64_t transfers = 0;

  double seconds() const { return to_seconds(end); }
};

/// Runs the stages of a plan transfer by transfer, for all its concurrent groups, on the
/// wiring of the instance. A rank begins a step when its last one is over: everything
/// sent, and everything received that this step sends it. A transfer starts after launch,
/// overhead and hop and takes its bytes at the rate of its stage, or what the links on
/// its way give it: a link shares its bandwidth evenly among transfers that can use it.
/// A hop is the same for near and far chips; how routing scales with distance is not
/// published. Only one node is simulated where all behave alike, and the time of the
/// others is exactly the same.
///
/// `shown_ranks`: ranks of node 0 whose steps and links are kept. Errors:
/// kInvalidArgument for a straggler that is no rank, shares outside 0..1, a link that
/// does not exist, more than 20 million transfers; kInfeasible where a failed link
/// leaves no way; kCancelled. One thread.
Result<CollectiveTimeline> simulate_steps(const Machine& machine, const Parameters& parameters,
                                          const CollectivePlan& plan,
                                          const Disturbance& disturbance, int shown_ranks,
                                          const TaskControl& control);

}  // namespace nscope::sim
