#include "app/cli/output/simulation_text.h"

#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"

#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {

std::string readable_value(double value, const Metric& metric) {
  if (metric.unit.empty() && metric.name.ends_with("_percent")) return format_percent(value, 2);
  if (metric.unit.starts_with("USD")) {
    // A million inferences may cost a fraction of a cent.
    return std::abs(value) < 1 ? fmt::format("{:.3g}", value)
                               : group_thousands(fmt::format("{:.2f}", value));
  }
  return format_value(value, metric.unit);
}

std::string metric_text(const std::vector<Metric>& metrics, const std::string& band_title) {
  Table table({{.id = "metric"}, {.id = "value"}, {.id = band_title}, {.id = "note"}});
  for (const Metric& metric : metrics) {
    std::string band;
    if (metric.low && metric.high) {
      band = fmt::format("{} to {}", readable_value(*metric.low, metric),
                         readable_value(*metric.high, metric));
    }
    // The memory's arithmetic has a table of its own.
    const bool memory = metric.name == "memory_per_core" || metric.name == "memory_per_gpu";
    table.add_row({metric.name, readable_value(metric.value, metric), band,
                   memory ? std::string() : metric.note});
  }
  return table.to_text();
}

std::string unavailable_text(const std::vector<std::pair<std::string, std::string>>& unavailable) {
  std::map<std::string_view, std::vector<std::string_view>> by_reason;
  for (const auto& [name, reason] : unavailable) by_reason[reason].push_back(name);
  std::string text = by_reason.empty() ? "" : "\nNot available\n";
  for (const auto& [reason, names] : by_reason) {
    text += fmt::format("  {}:\n    {}\n", reason, fmt::join(names, ", "));
  }
  return text;
}

std::string memory_text(const catalog::MemoryFit& memory, std::string_view unit) {
  Table table({{.id = fmt::format("memory per {}", unit)}, {.id = "bytes"}, {.id = "arithmetic"}});
  for (const catalog::MemoryItem& item : memory.items) {
    table.add_row({item.name, format_bytes(item.bytes), item.arithmetic});
  }
  table.add_row({std::string("needed"), format_bytes(memory.required), std::string()});
  table.add_row({std::string("available"), format_bytes(memory.capacity), std::string()});
  return table.to_text();
}

Json memory_json(const catalog::MemoryFit& memory, std::string_view unit) {
  Json items = Json::array();
  for (const catalog::MemoryItem& item : memory.items) {
    items.push_back({{"name", item.name}, {"bytes", item.bytes}, {"arithmetic", item.arithmetic}});
  }
  const std::string suffix = unit == "GPU" ? "_per_gpu" : "_per_core";
  return {{"fits", memory.fits},
          {"required_bytes" + suffix, memory.required},
          {"capacity_bytes" + suffix, memory.capacity},
          {"items", std::move(items)}};
}

std::string outside_text(const std::vector<std::string>& outside_domain) {
  if (outside_domain.empty()) return {};
  std::string text = "\nOutside of what the simulator was calibrated on (the bands are widened):\n";
  for (const std::string& reason : outside_domain) text += "  " + reason + "\n";
  return text;
}

}  // namespace nscope::cli
