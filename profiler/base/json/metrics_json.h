#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"

#include <span>

namespace nscope {

/// Metrics as an object by name: {"tpot_p50": {"value", "unit", "provenance", "low", "high",
/// "note"}}. A metric without a band or a note has no such members.
Json metrics_json(std::span<const Metric> metrics);

}  // namespace nscope
