#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/collectives/disturbance.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

/// A collective as a workload: the value of "collective" in a workload document.
///
///   {"kind": "all_reduce", "ranks": 64, "nodes": 2, "bytes": 1048576, "dtype": "bf16",
///    "stride": 1, "concurrent_groups": 1, "algorithm": "ring", "measured_by": "device",
///    "straggler": {"rank": 3, "slowdown": 1.5}, "failed_links": [[0, 1]],
///    "link_traffic": 0.2, "dma_traffic": 0.1}
/// Only kind, ranks and bytes are required; `ranks` is the number on all nodes.
struct CollectiveSetup {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  CollectiveGroup group{};
  double bytes = 0;  ///< of one rank (see CollectiveRequest); a multiple of the size of `dtype`
  std::string dtype = "bf16";
  std::optional<CollectiveAlgorithm> algorithm{};  ///< empty: chosen by size and group
  std::optional<MeasuredBy> measured_by{};         ///< empty: see measured_by_of()
  Disturbance disturbance{};
};

/// Bytes of one element; nullopt for an unknown type.
std::optional<int> collective_element_bytes(std::string_view dtype);

/// Reads a setup strictly. Errors: kBadInput with the key.
Result<CollectiveSetup> collective_setup_from_json(const Json& json, std::string_view where);
/// Reading it back gives the same setup; values equal to their defaults are left out.
Json to_json(const CollectiveSetup& setup);

/// What the time of a setup includes. If the setup does not state it: the host if `software` is a
/// Neuron SDK before 2.24, the first release whose notes mention shorter collectives, and only the
/// device if not. The version is an assumption because no published measurement states its
/// software.
MeasuredBy measured_by_of(const CollectiveSetup& setup, std::string_view software);

}  // namespace nscope::sim
