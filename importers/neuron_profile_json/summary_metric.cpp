#include "importers/neuron_profile_json/summary_metric.h"

#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

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

bool identifies_summary(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"tensor_engine_active_time_percent", "neuroncore_cycle_count", "hfu_estimated_percent",
       "mbu_estimated_percent", "vector_engine_instruction_count", "dma_active_time_percent",
       "hardware_flops", "tensor_engine_instruction_count"});
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void add_summary_number(std::string_view name, double value, ImportState& state) {
  if (name == "total_time" && value > 0.0) state.total_time = value;
  if (name == property::kDmaQueueCount && std::abs(value) < 1e15) {
    put_property(state, name, PropertyValue(static_cast<std::int64_t>(value)));
  }
  state.out.metric({.name = collapse_space(name),
                    .value = value,
                    .unit = std::string(summary_unit(name)),
                    .provenance = Provenance::kImported,
                    .note = tr("from the summary of AWS's profiler")});
}

void add_summary_text(std::string_view name, std::string_view value, ImportState& state) {
  std::string text = collapse_space(value);
  if (name == property::kInstanceType) state.instance_type = text;
  // "2.26.0 ()" is a version with an unknown build.
  if (text.ends_with(" ()")) text.resize(text.size() - 3);
  if (!text.empty()) put_property(state, collapse_space(name), PropertyValue(std::move(text)));
}

void add_summary_metric(std::string_view name, simdjson::dom::element value, ImportState& state) {
  if (value.is_string()) return add_summary_text(name, std::string_view(value), state);
  double number = 0.0;
  if (!value.is_number() || value.get(number) != simdjson::SUCCESS) {
    if (value.is_null()) return;
    state.out.diagnose("wrong_field_type", Severity::kWarning,
                       tr("summary: '{}' must be a number or a string, not {}",
                          collapse_space(name), type_name(value)));
    return;
  }
  add_summary_number(name, number, state);
}

void begin_summary(std::string_view format, std::string_view file, const std::string& profile,
                   ImportState& state) {
  put_property(state, property::kSourceFormat, PropertyValue(std::string(format)));
  put_property(state, property::kSourceFile, PropertyValue(file_name(file)));
  put_property(state, property::kProvenance, PropertyValue(std::string("measured")));
  if (!profile.empty()) put_property(state, "profile.id", PropertyValue(profile));
}

void end_summary(const std::string& profile, std::size_t others, ImportState& state) {
  if (others > 0) {
    state.out.diagnose("further_profile", Severity::kWarning,
                       tr("only the first profile, '{}', was imported", profile),
                       static_cast<std::int64_t>(others));
  }
  if (state.total_time && *state.total_time < 4e9) {
    const TraceTime end(static_cast<std::int64_t>(*state.total_time * 1e9));
    state.out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = end});
    state.out.slice(state.tracks.executions(), state.out.intern("Execution 1"), TraceTime(0), end);
  }
  state.out.diagnose("no_events", Severity::kInfo,
                     tr("there is no timeline: the file contains only summary metrics"));
}

}  // namespace nscope::importers
