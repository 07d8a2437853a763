#include "profiler/analysis/summary_reader.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace nscope::analysis {

Result<Summary> read_summary(const Json& document, std::string_view name) {
  StrictObject in(document, std::string(name));
  if (in.string("schema") != "nscope.summary/1") {
    in.reject("schema", "must be \"nscope.summary/1\"");
  }
  const Json& metrics = in.object("metrics");
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  Summary summary;
  for (const auto& [metric_name, entry] : metrics.items()) {
    StrictObject item(entry, in.path("metrics/" + metric_name));
    Metric metric{.name = metric_name, .value = item.number("value"), .unit = item.string("unit")};
    metric.low = item.optional_number("low");
    metric.high = item.optional_number("high");
    metric.note = item.optional_string("note").value_or("");
    const std::string word = item.string("provenance");
    const auto provenance = parse_provenance(word);
    if (!provenance) item.reject("provenance", fmt::format("'{}' is not a provenance", word));
    if (auto ok = item.first_error(); !ok) return fail(ok.error());
    metric.provenance = *provenance;
    summary.metrics.push_back(std::move(metric));
  }
  std::sort(summary.metrics.begin(), summary.metrics.end(),
            [](const Metric& a, const Metric& b) { return a.name < b.name; });
  if (const Json* unavailable = in.optional("unavailable");
      unavailable != nullptr && unavailable->is_object()) {
    for (const auto& [metric_name, reason] : unavailable->items()) {
      if (!reason.is_string()) continue;
      summary.unavailable.emplace_back(metric_name, reason.get<std::string>());
    }
  }
  return summary;
}

}  // namespace nscope::analysis
