#include "profiler/base/json/metrics_json.h"

#include <utility>

namespace nscope {

Json metrics_json(std::span<const Metric> metrics) {
  Json json = Json::object();
  for (const Metric& metric : metrics) {
    Json entry{{"value", metric.value},
               {"unit", metric.unit},
               {"provenance", to_string(metric.provenance)}};
    if (metric.low) entry["low"] = *metric.low;
    if (metric.high) entry["high"] = *metric.high;
    if (!metric.note.empty()) entry["note"] = metric.note;
    json[metric.name] = std::move(entry);
  }
  return json;
}

}  // namespace nscope
