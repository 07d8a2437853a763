#pragma once

#include "importers/neff/neff.h"
#include "profiler/base/json.h"

namespace nscope::importers {

/// Adds the directions of the transfers that an engine's file ("Pool.json") lists to
/// `to.queue_directions`. `definition` is def.json, whose variables tell on-chip memory from HBM.
void read_static_transfers(const Json& engine, const Json& definition, NeffSubgraph& to);

}  // namespace nscope::importers
