#pragma once

#include "profiler/base/text.h"

#include <span>
#include <string_view>

namespace nscope::analysis {

/// The definition of a summary metric, for tooltips, reports and the documentation.
/// The names are those of Neuron Explorer; the definitions are written for this program.
struct MetricDefinition {
  /// The name. '*' represents the part that varies: an engine
  /// ("tensor") or a number.
  std::string_view name;
  std::string_view unit;  ///< "s", "B", "FLOP", ...; "" for counts and shares 0..1
  Phrase group;           ///< heading in lists of metrics
  Phrase definition;      ///< full sentences
  Phrase formula;
};

/// All metrics of the summary in display order.
std::span<const MetricDefinition> metric_definitions();

/// The definition of a metric by its full name; null if the summary does not compute it.
const MetricDefinition* find_metric_definition(std::string_view name);

}  // namespace nscope::analysis
