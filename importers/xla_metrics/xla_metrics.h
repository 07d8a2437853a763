#pragma once

#include "importers/shared/importer.h"

#include <optional>
#include <string_view>

namespace nscope::importers {

/// The text of torch_xla's metrics_report(): metrics and counters, without events. See
/// docs/formats/xla-metrics.md. Errors: kBadInput if the file contains no report; kCancelled.
bool sniff_xla_metrics(const ByteSource& file);
Result<> read_xla_metrics(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// A value of the report with its unit.
struct XlaValue {
  double value = 0.0;
  std::string_view unit;  ///< "s", "B" or ""
};

/// Parses a value: "09s969ms486.408us" is 9.969486408 s, "18.80KB" is 19251.2 B (1 KB = 1024 B),
/// "9.00" has no unit. nullopt for anything else.
std::optional<XlaValue> parse_xla_value(std::string_view text);

}  // namespace nscope::importers
