#include "importers/neuron_profile_json/import_state.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/neuron_profile_json/summary_metric.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <simdjson.h>

namespace nscope::importers {
namespace {

// Real summaries have a few kilobytes per profile.
constexpr std::size_t kMaxSize = 4u << 20;

// An object with a number under any of these names is a summary of neuron-profile.
constexpr auto kIdentifyingMetrics = std::to_array<std::string_view>(
    {"tensor_engine_active_time_percent", "neuroncore_cycle_count", "hfu_estimated_percent",
     "mbu_estimated_percent", "vector_engine_instruction_count", "dma_active_time_percent",
     "hardware_flops", "tensor_engine_instruction_count"});

bool is_summary(simdjson::dom::object object) {
  return std::any_of(kIdentifyingMetrics.begin(), kIdentifyingMetrics.end(),
                     [&](std::string_view name) {
                       simdjson::dom::element value;
                       return object[name].get(value) == simdjson::SUCCESS && value.is_number();
                     });
}

struct FoundSummary {
  std::string profile;  ///< its id; "" if the document is the summary itself
  simdjson::dom::object metrics;
  std::size_t others = 0;  ///< summaries of further profiles
};

/// The document's first summary. `document` must be an object.
std::optional<FoundSummary> find_summary(simdjson::dom::object document) {
  if (is_summary(document)) return FoundSummary{{}, document, 0};
  std::optional<FoundSummary> found;
  for (const auto member : document) {
    simdjson::dom::object metrics;
    if (member.value.get(metrics) != simdjson::SUCCESS || !is_summary(metrics)) continue;
    if (found) {
      ++found->others;
    } else {
      found = FoundSummary{collapse_space(member.key), metrics, 0};
    }
  }
  return found;
}

simdjson::error_code parse(const ByteSource& file, simdjson::dom::parser& parser,
                           simdjson::dom::object& document) {
  const std::string_view text = file.text();
  return parser.parse(text.data(), text.size(), false).get(document);
}

}  // namespace

bool sniff_summary_json(const ByteSource& file) {
  const std::size_t first = file.text().substr(0, kMaxSize).find_first_not_of(" \t\r\n");
  if (file.size() > kMaxSize || first == std::string_view::npos || file.text()[first] != '{') {
    return false;
  }
  simdjson::dom::parser parser(kMaxSize);
  simdjson::dom::object document;
  if (parse(file, parser, document) == simdjson::SUCCESS) return find_summary(document).has_value();
  // A truncated or damaged summary is recognised too, so that reading it reports the error.
  return std::any_of(
      kIdentifyingMetrics.begin(), kIdentifyingMetrics.end(), [&](std::string_view name) {
        return file.text().find(fmt::format("\"{}\"", name)) != std::string_view::npos;
      });
}

Result<> read_summary_json(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (control.cancelled()) return cancelled();
  simdjson::dom::parser parser(kMaxSize);
  simdjson::dom::object document;
  if (const auto error = parse(input.file, parser, document); error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", simdjson::error_message(error)),
                input.file.name());
  }
  const auto summary = find_summary(document);
  if (!summary) {
    return fail(ErrorCode::kBadInput, tr("the file contains no summary metrics of neuron-profile"),
                input.file.name());
  }
  TraceWriter out(sink);
  ImportState state(out);
  put_property(state, property::kSourceFormat,
               PropertyValue(std::string("neuron-profile summary json")));
  put_property(state, property::kSourceFile, PropertyValue(file_name(input.file.name())));
  put_property(state, property::kProvenance, PropertyValue(std::string("measured")));
  if (!summary->profile.empty()) {
    put_property(state, "profile.id", PropertyValue(summary->profile));
  }
  for (const auto metric : summary->metrics) add_summary_metric(metric.key, metric.value, state);
  if (summary->others > 0) {
    out.diagnose("further_profile", Severity::kWarning,
                 tr("only the first profile, '{}', was imported", summary->profile),
                 static_cast<std::int64_t>(summary->others));
  }
  if (state.total_time && *state.total_time < 4e9) {
    const TraceTime end(static_cast<std::int64_t>(*state.total_time * 1e9));
    out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = end});
    out.slice(state.tracks.executions(), out.intern("Execution 1"), TraceTime(0), end);
  }
  out.diagnose("no_events", Severity::kInfo,
               tr("there is no timeline: the file contains only summary metrics"));
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
