#include "profiler/analysis/metrics/summary_document.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace nscope::analysis {
namespace {

constexpr std::string_view kSummarySchema = "nscope.summary/1";
/// Documents written by this program state their schema within this number of bytes.
constexpr std::size_t kHead = 4096;
/// A summary of ten thousand metrics takes 2 MB.
constexpr std::size_t kLargest = std::size_t{8} << 20;

Metric read_metric(const std::string& name, const Json& json, StrictObject& document) {
  StrictObject in(json, document.path("metrics/" + name));
  Metric metric;
  metric.name = name;
  metric.value = in.number("value");
  metric.unit = in.string("unit");
  metric.low = in.optional_number("low");
  metric.high = in.optional_number("high");
  metric.note = Text::verbatim(in.optional_string("note").value_or(""));
  const std::string word = in.string("provenance");
  if (const auto provenance = parse_provenance(word)) {
    metric.provenance = *provenance;
  } else {
    in.reject("provenance", tr("unknown provenance '{}'", word));
  }
  if (const auto ok = in.first_error(); !ok) document.adopt(ok.error());
  return metric;
}

}  // namespace

bool is_summary_document(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && text[start] == '{' &&
         text.substr(0, kHead).find(kSummarySchema) != std::string_view::npos;
}

Result<Summary> summary_from_text(std::string_view text, std::string_view name) {
  if (text.size() > kLargest) {
    return fail(
        ErrorCode::kBadInput,
        tr("too large for a summary document: {}, the limit is {}",
           as::bytes(static_cast<double>(text.size())), as::bytes(static_cast<double>(kLargest))),
        std::string(name));
  }
  const auto json = parse_json(text, name);
  if (!json) return fail(json.error());
  StrictObject in(*json, std::string(name));
  if (in.string("schema") != kSummarySchema) {
    in.reject("schema", tr("must be '{}'", kSummarySchema));
  }
  Summary summary;
  for (const auto& [key, value] : in.object("metrics").items()) {
    summary.metrics.push_back(read_metric(key, value, in));
  }
  if (const Json* unavailable = in.optional("unavailable");
      unavailable != nullptr && unavailable->is_object()) {
    for (const auto& [key, value] : unavailable->items()) {
      summary.unavailable.emplace_back(
          key, Text::verbatim(value.is_string() ? value.get<std::string>() : std::string()));
    }
  }
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  std::sort(summary.metrics.begin(), summary.metrics.end(),
            [](const Metric& a, const Metric& b) { return a.name < b.name; });
  return summary;
}

}  // namespace nscope::analysis
