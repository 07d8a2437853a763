#include "importers/neuron_profile_json/summary_metric.h"

#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <array>
#include <string>

namespace nscope::importers {
namespace {

struct Ending {
  std::string_view text;
  std::string_view unit;
};
// The first match is used, so "_time_ns" precedes "_time".
constexpr auto kEndings = std::to_array<Ending>({{"_percent", ""},
                                                 {"_util_limit", ""},
                                                 {"_time_ns", "ns"},
                                                 {"_time", "s"},
                                                 {"_bytes", "B"},
                                                 {"_size", "B"},
                                                 {"_cycles", "cycles"},
                                                 {"_cycle_count", "cycles"},
                                                 {"_count", ""},
                                                 {"flops", "FLOP"},
                                                 {"_intensity", "FLOP/B"},
                                                 {"_bandwidth_ratio", "FLOP/B"}});

}  // namespace

std::string_view summary_unit(std::string_view name) {
  for (const Ending& ending : kEndings) {
    if (name.ends_with(ending.text)) return ending.unit;
  }
  return {};
}

void add_summary_metric(std::string_view name, simdjson::dom::element value, ImportState& state) {
  if (value.is_string()) {
    if (name == property::kInstanceType) {
      state.instance_type = collapse_space(std::string_view(value));
    }
    // "2.26.0 ()" is a version with an unknown build.
    std::string text = collapse_space(std::string_view(value));
    if (text.ends_with(" ()")) text.resize(text.size() - 3);
    if (!text.empty()) put_property(state, collapse_space(name), PropertyValue(std::move(text)));
    return;
  }
  double number = 0.0;
  if (!value.is_number() || value.get(number) != simdjson::SUCCESS) {
    if (value.is_null()) return;
    state.out.diagnose("wrong_field_type", Severity::kWarning,
                       tr("summary: '{}' must be a number or a string, not {}",
                          collapse_space(name), type_name(value)));
    return;
  }
  if (name == "total_time" && number > 0.0) state.total_time = number;
  if (name == property::kDmaQueueCount) put_property(state, name, value);
  state.out.metric({.name = collapse_space(name),
                    .value = number,
                    .unit = std::string(summary_unit(name)),
                    .provenance = Provenance::kImported,
                    .note = tr("from the summary of AWS's profiler")});
}

}  // namespace nscope::importers
