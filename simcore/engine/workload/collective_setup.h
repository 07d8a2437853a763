#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/collectives/disturbance.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

/// One collective as a workload: the part of a workload document next to its instance.
///
///   {"kind": "all_reduce", "ranks": 64, "nodes": 2, "bytes": 1048576, "dtype": "bf16",
///    "stride": 1, "concurrent_groups": 1, "algorithm": "ring", "measured_by": "device",
///    "straggler": {"rank": 3, "slowdown": 1.5}, "failed_links": [[0, 1]],
///    "link_traffic": 0.2, "dma_traffic": 0.1}
///
/// Only kind, ranks and bytes must be there; `ranks` counts those of all nodes.
struct CollectiveSetup {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  CollectiveGroup group{};
  double bytes = 0;  ///< of one rank, see CollectiveRequest; whole elements of `dtype`
  std::string dtype = "bf16";
  std::optional<CollectiveAlgorithm> algorithm{};  ///< nothing: by size and group
  std::optional<MeasuredBy> measured_by{};         ///< nothing: see measured_by_of()
  Disturbance disturbance{};
};

/// Bytes of one element; nullopt for a type we do not know.
std::optional<int> collective_element_bytes(std::string_view dtype);

/// Strict. Errors: kBadInput naming the member.
Result<CollectiveSetup> collective_setup_from_json(const Json& json, std::string_view where);
/// Reading it back gives the same setup; members at their defaults are left out.
Json to_json(const CollectiveSetup& setup);

/// What the time of a setup includes: what it states; else the host where `software`
/// states a Neuron SDK before 2.24, the first whose release notes tell of shorter
/// collectives; else the device alone. The version is an assumption: no published row
/// states its software.
MeasuredBy measured_by_of(const CollectiveSetup& setup, std::string_view software);

}  // namespace nscope::sim
