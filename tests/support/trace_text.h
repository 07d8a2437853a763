#pragma once

#include "profiler/trace/trace.h"

#include <string>

#include <fmt/format.h>

namespace nscope {

/// Everything that is in a trace, line by line: two traces are the same where
/// their texts are.
inline std::string trace_text(const Trace& trace) {
  std::string text =
      fmt::format("ticks {} window {}..{}\n", trace.time_base().ticks_per_ns,
                  trace.time_base().window_begin.value(), trace.time_base().window_end.value());
  const auto value_text = [&](const ArgValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      return fmt::format("i{}", *integer);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("r{}", *real);
    return fmt::format("t{}", trace.text(std::get<StringId>(value)));
  };
  for (const Track& track : trace.tracks()) {
    text += fmt::format("track {} in {} '{}' {} {} {} {} {} '{}'\n", track.id.value,
                        track.parent.value, trace.text(track.name), to_string(track.kind),
                        to_string(track.engine), to_string(track.slice_kind),
                        static_cast<int>(track.layout), track.core, trace.text(track.unit));
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const SliceId id = Trace::slice_id(track, row);
      const std::uint32_t parent = track.parent_of(row);
      text += fmt::format("  slice {} '{}' {} +{} wait {} depth {} in {}\n", id.value,
                          trace.text(track.slices.name[row]), track.slices.begin(row).value(),
                          std::int64_t{track.slices.duration[row]}, trace.slice(id).wait().value(),
                          int{track.slices.depth[row]}, parent);
      for (const Arg& arg : trace.args_of(id)) {
        text += fmt::format("    {} = {}\n", trace.text(arg.key), value_text(arg.value));
      }
    }
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      text += fmt::format("  sample {} {}\n", std::int64_t{track.counters.time[i]},
                          double{track.counters.value[i]});
    }
  }
  for (const Flow& flow : trace.flows()) {
    text +=
        fmt::format("flow {} -> {} {}\n", flow.from.value, flow.to.value, trace.text(flow.kind));
  }
  for (const auto& [key, value] : trace.properties()) {
    text += fmt::format("property {} = ", key);
    std::visit([&](const auto& v) { text += fmt::format("{}\n", v); }, value);
  }
  for (const Metric& metric : trace.metrics()) {
    text += fmt::format("metric {} {} {} {} {} {} '{}'\n", metric.name, metric.value, metric.unit,
                        to_string(metric.provenance), metric.low.value_or(-1),
                        metric.high.value_or(-1), metric.note.english());
  }
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    text += fmt::format("diagnostic {} {} {} '{}'\n", diagnostic.code,
                        to_string(diagnostic.severity), diagnostic.count,
                        diagnostic.example.english());
  }
  return text;
}

}  // namespace nscope
