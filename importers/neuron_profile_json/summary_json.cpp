#include "importers/neuron_profile_json/import_state.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/neuron_profile_json/summary_metric.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace nscope::importers {
namespace {

// Real summaries have a few kilobytes per profile.
constexpr std::size_t kMaxSize = 4u << 20;

/// Whether an object is a summary: it has a number that identifies one.
bool is_summary(simdjson::dom::object object) {
  return std::any_of(object.begin(), object.end(), [](const auto& member) {
    return member.value.is_number() && identifies_summary(member.key);
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
  const std::string_view text = file.text();
  for (std::size_t at = text.find('"'); at != std::string_view::npos; at = text.find('"', at + 1)) {
    const std::string_view rest = text.substr(at + 1, 64);
    if (identifies_summary(rest.substr(0, rest.find('"')))) return true;
  }
  return false;
}

Result<> read_summary_json(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (control.cancelled()) return cancelled();
  TraceWriter out(sink);
  simdjson::dom::parser parser(kMaxSize);
  simdjson::dom::element parsed;
  simdjson::dom::object document;
  auto error = parse_values(parser, input.file.text(), out, parsed);
  if (error == simdjson::SUCCESS) error = parsed.get(document);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", simdjson::error_message(error)),
                input.file.name());
  }
  const auto summary = find_summary(document);
  if (!summary) {
    return fail(ErrorCode::kBadInput, tr("the file contains no summary metrics of neuron-profile"),
                input.file.name());
  }
  ImportState state(out);
  begin_summary("neuron-profile summary json", input.file.name(), summary->profile, state);
  for (const auto metric : summary->metrics) add_summary_metric(metric.key, metric.value, state);
  for (const auto member : document) {
    simdjson::dom::object other;
    const bool known = summary->profile.empty() || member.value.get(other) != simdjson::SUCCESS ||
                       is_summary(other);
    if (known) continue;
    out.diagnose("unknown_member", Severity::kWarning,
                 tr("'{}' was skipped: it contains none of the metrics of AWS's profiler",
                    collapse_space(member.key)));
  }
  end_summary(summary->profile, summary->others, state);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
