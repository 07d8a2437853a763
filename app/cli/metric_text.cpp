#include "app/cli/metric_text.h"

#include "profiler/base/format.h"
#include "profiler/base/table.h"

#include <fmt/format.h>

namespace nscope::cli {

std::string metric_text(const std::vector<Metric>& metrics, const std::string& band_title) {
  Table table({{.id = "metric"}, {.id = "value"}, {.id = band_title}, {.id = "note"}});
  for (const Metric& metric : metrics) {
    const bool share = metric.unit.empty() && metric.name.ends_with("_percent");
    const auto readable = [&](double value) {
      return share ? format_percent(value, 2) : format_value(value, metric.unit);
    };
    std::string band;
    if (metric.low && metric.high) {
      band = fmt::format("{} to {}", readable(*metric.low), readable(*metric.high));
    }
    // The memory's arithmetic has a table of its own.
    const std::string note = metric.name == "memory_per_core" ? std::string() : metric.note;
    table.add_row({metric.name, readable(metric.value), band, note});
  }
  return table.to_text();
}

}  // namespace nscope::cli
