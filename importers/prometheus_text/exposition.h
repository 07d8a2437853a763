#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The lines of Prometheus's text format and of OpenMetrics.
namespace nscope::importers {

using MetricLabels = std::vector<std::pair<std::string, std::string>>;

/// A line `name{label="value"} 1.5 1700000000000`.
struct ExpositionSample {
  std::string name;
  MetricLabels labels;  ///< in the order of the line, without escapes
  double value = 0.0;   ///< may be NaN or infinite
  std::optional<double> stamp{};
};

/// A line `# TYPE name counter`.
struct ExpositionType {
  std::string_view name;
  std::string_view type;
};

/// Parses a sample; nullopt if the line is none. Exemplars (after " # ") are not read.
std::optional<ExpositionSample> parse_sample(std::string_view line);

/// Parses a TYPE line; nullopt if the line is none or the type is not one of the format.
std::optional<ExpositionType> parse_type(std::string_view line);

/// Whether the line is a HELP, UNIT or TYPE line of any content, or "# EOF".
bool is_exposition_comment(std::string_view line);

}  // namespace nscope::importers
