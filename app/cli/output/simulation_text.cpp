#include "app/cli/output/simulation_text.h"

#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {

Text lengths_text(int input_tokens, int output_tokens) {
  return tr("{}, {}", tr_plural(input_tokens, "{} prompt token", "{} prompt tokens", input_tokens),
            tr_plural(output_tokens, "{} output token", "{} output tokens", output_tokens));
}

Text readable_value(double value, const Metric& metric) {
  if (metric.unit.empty() && metric.name.ends_with("_percent")) {
    return tr("{}", as::percent(value, 2));
  }
  if (metric.unit.starts_with("USD")) {
    // A million inferences can cost a fraction of a cent.
    const double size = std::abs(value);
    const int decimals =
        size >= 1 || size == 0 ? 2 : 2 - static_cast<int>(std::floor(std::log10(size)));
    return tr("{}", as::fixed(value, std::min(decimals, 15)));
  }
  return tr("{}", as::value(value, metric.unit));
}

std::string metric_text(const std::vector<Metric>& metrics, const Text& band_title,
                        const Language& language) {
  Table table({{.id = "metric", .title = tr("Metric")},
               {.id = "value", .title = tr("Value")},
               {.id = "band", .title = band_title},
               {.id = "note", .title = tr("Note")}});
  for (const Metric& metric : metrics) {
    Text band;
    if (metric.low && metric.high) {
      band =
          tr("{} to {}", readable_value(*metric.low, metric), readable_value(*metric.high, metric));
    }
    // memory_text() has the calculation of the memory.
    const bool memory = metric.name == "memory_per_core" || metric.name == "memory_per_gpu";
    table.add_row(
        {metric.name, readable_value(metric.value, metric), band, memory ? Text() : metric.note});
  }
  return table.to_text(language);
}

std::string metric_text(const std::vector<Metric>& metrics, const Language& language) {
  return metric_text(metrics, tr("90 % error band"), language);
}

std::string unavailable_text(const std::vector<std::pair<std::string, Text>>& unavailable,
                             const Language& language) {
  std::map<std::string, std::vector<std::string_view>> by_reason;
  for (const auto& [name, reason] : unavailable) by_reason[language.say(reason)].push_back(name);
  if (by_reason.empty()) return {};
  std::string text = "\n" + language.say(tr("Not available")) + "\n";
  for (const auto& [reason, names] : by_reason) {
    text += fmt::format("  {}:\n    {}\n", reason, fmt::join(names, ", "));
  }
  return text;
}

std::string memory_text(const catalog::MemoryFit& memory, MemoryOf of, const Language& language) {
  const Text heading = of == MemoryOf::kGpu ? tr("Memory per GPU") : tr("Memory per core");
  Table table({{.id = "memory", .title = heading},
               {.id = "bytes", .title = tr("Bytes")},
               {.id = "arithmetic", .title = tr("Calculation")}});
  const auto bytes = [](double value) { return tr("{}", as::bytes(value)); };
  for (const catalog::MemoryItem& item : memory.items) {
    table.add_row({item.name, bytes(item.bytes), item.arithmetic});
  }
  table.add_row({tr("required"), bytes(memory.required), Text()});
  table.add_row({tr("available"), bytes(memory.capacity), Text()});
  return table.to_text(language);
}

Json memory_json(const catalog::MemoryFit& memory, MemoryOf of) {
  Json items = Json::array();
  for (const catalog::MemoryItem& item : memory.items) {
    items.push_back({{"name", item.name}, {"bytes", item.bytes}, {"arithmetic", item.arithmetic}});
  }
  const std::string suffix = of == MemoryOf::kGpu ? "_per_gpu" : "_per_core";
  return {{"fits", memory.fits},
          {"required_bytes" + suffix, memory.required},
          {"capacity_bytes" + suffix, memory.capacity},
          {"items", std::move(items)}};
}

std::string limits_text(const Result<catalog::MemoryLimits>& limits, const Language& language) {
  const Text text = limits ? catalog::sentence(*limits)
                           : tr("The sizes that fit are not known: {}", limits.error().message);
  return "\n" + language.say(text) + "\n";
}

Json limits_json(const Result<catalog::MemoryLimits>& limits) {
  return limits ? catalog::to_json(*limits) : Json{{"reason", limits.error().message}};
}

std::string outside_text(const std::vector<Text>& outside_domain, const Language& language) {
  if (outside_domain.empty()) return {};
  std::string text =
      "\n" + language.say(tr("Outside of the measured domain, with wider error bands:")) + "\n";
  for (const Text& reason : outside_domain) text += "  " + language.say(reason) + "\n";
  return text;
}

}  // namespace nscope::cli
