#pragma once

#include <span>
#include <string_view>

namespace nscope::analysis {

/// What a summary metric means, for tooltips, reports and the documentation.
/// Names are those of Neuron Explorer; the words are ours.
struct MetricDefinition {
  /// The metric's name. '*' stands for the part that varies: an engine
  /// ("tensor") or a number.
  std::string_view name;
  std::string_view unit;   ///< "s", "B", "FLOP", ...; "" for counts and shares 0..1
  std::string_view group;  ///< heading under which it is listed
  std::string_view definition;
  std::string_view formula;
};

/// All metrics the summary computes, in the order in which to list them.
std::span<const MetricDefinition> metric_definitions();

/// The definition of a metric by its full name; null for one we do not compute.
const MetricDefinition* find_metric_definition(std::string_view name);

}  // namespace nscope::analysis
