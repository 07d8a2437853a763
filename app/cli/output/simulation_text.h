#pragma once

#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/memory_limits.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::cli {

// Predictions as plain text. All functions are pure.

/// "1,024 prompt tokens, 1 output token".
Text lengths_text(int input_tokens, int output_tokens);

/// The value of a metric, or one end of its band, with the unit. US dollars have no unit.
Text readable_value(double value, const Metric& metric);

/// A table with value, band and note of each metric. `band` is the heading of the bands.
std::string metric_text(const std::vector<Metric>& metrics, const Text& band,
                        const Language& language);
/// The same for bands from 5 % to 95 % of the model's errors.
std::string metric_text(const std::vector<Metric>& metrics, const Language& language);

/// The names of the metrics without a value, grouped by reason.
std::string unavailable_text(const std::vector<std::pair<std::string, Text>>& unavailable,
                             const Language& language);

/// The device whose memory is calculated.
enum class MemoryOf { kCore, kGpu };

/// The items of the memory with their calculation.
std::string memory_text(const catalog::MemoryFit& memory, MemoryOf of, const Language& language);
/// The same as JSON: keys end with "_per_core" or "_per_gpu".
Json memory_json(const catalog::MemoryFit& memory, MemoryOf of);

/// How far the workload fits, or the reason why this is not known.
std::string limits_text(const Result<catalog::MemoryLimits>& limits, const Language& language);
/// The same as JSON.
Json limits_json(const Result<catalog::MemoryLimits>& limits);

/// The inputs outside of the measured domain; empty if there are none.
std::string outside_text(const std::vector<Text>& outside_domain, const Language& language);

}  // namespace nscope::cli
