#include "app/cli/output/dump_text.h"

#include "profiler/base/text/terminal_text.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string text_of(const Trace& trace, const ArgValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return fmt::format("\"{}\"", trace.text(std::get<StringId>(value)));
}

std::string text_of(const PropertyValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return fmt::format("\"{}\"", std::get<std::string>(value));
}

void append_sorted(std::string& text, std::vector<std::string> lines) {
  std::sort(lines.begin(), lines.end());
  // A name cannot add a line.
  for (const std::string& line : lines) text += terminal_text(line) + "\n";
}

void dump_facts(const Trace& trace, std::string& text) {
  const TimeBase& base = trace.time_base();
  fmt::format_to(Out(text), "time base: {} ticks per ns, window {} to {}\n", base.ticks_per_ns,
                 base.window_begin.value(), base.window_end.value());
  std::vector<std::string> lines;
  for (const auto& [name, value] : trace.properties()) {
    lines.push_back(fmt::format("property {} = {}", name, text_of(value)));
  }
  for (const Metric& m : trace.metrics()) {
    std::string line =
        fmt::format("metric {} = {} [{}] {}", m.name, m.value, m.unit, to_string(m.provenance));
    if (m.low) line += fmt::format(" low {}", *m.low);
    if (m.high) line += fmt::format(" high {}", *m.high);
    if (!m.note.empty()) line += fmt::format(" ({})", m.note.english());
    lines.push_back(std::move(line));
  }
  for (const Diagnostic& d : trace.diagnostics()) {
    lines.push_back(fmt::format("diagnostic {} {} x{}: {}", to_string(d.severity), d.code, d.count,
                                d.example.english()));
  }
  append_sorted(text, std::move(lines));
}

void dump_track(const Trace& trace, const Track& track, std::string& text) {
  fmt::format_to(Out(text), "track {} | {}", terminal_text(track_path(trace, track)),
                 to_string(track.kind));
  if (track.engine != Engine::kNone) fmt::format_to(Out(text), " {}", to_string(track.engine));
  if (track.core >= 0) fmt::format_to(Out(text), " core {}", track.core);
  if (track.unit.valid()) fmt::format_to(Out(text), " [{}]", terminal_text(trace.text(track.unit)));
  text += "\n";
  std::vector<std::string> lines;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const SliceColumns& slices = track.slices;
    // Padded, so that the text order is the order of time.
    std::string line =
        fmt::format("  {:>16} +{} {} depth {}", slices.start[row], slices.duration[row],
                    trace.text(slices.name[row]), slices.depth[row]);
    if (slices.has_waits()) line += fmt::format(" wait {}", slices.wait[row]);
    std::vector<std::string> properties;
    for (const Arg& arg : trace.args_of(Trace::slice_id(track, row))) {
      properties.push_back(fmt::format(" {}={}", trace.text(arg.key), text_of(trace, arg.value)));
    }
    std::sort(properties.begin(), properties.end());
    for (const std::string& property : properties) line += property;
    lines.push_back(std::move(line));
  }
  append_sorted(text, std::move(lines));
  for (std::size_t row = 0; row < track.counters.size(); ++row) {
    fmt::format_to(Out(text), "  {:>16} = {}\n", track.counters.time[row],
                   track.counters.value[row]);
  }
}

std::string end_of_flow(const Trace& trace, SliceId id) {
  const auto slice = trace.slice(id);
  return fmt::format("{} {} {}", track_path(trace, *slice.track), slice.begin().value(),
                     trace.text(slice.name()));
}

}  // namespace

Result<std::string> dump_text(const Trace& trace, TaskControl& control) {
  std::string text;
  dump_facts(trace, text);
  control.begin(phrase("Writing tracks"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (control.cancelled()) return cancelled();
    dump_track(trace, track, text);
    control.advance_to(track.id.index());
  }
  std::vector<std::string> flows;
  flows.reserve(trace.flows().size());
  for (const Flow& flow : trace.flows()) {
    if (control.cancelled()) return cancelled();
    flows.push_back(fmt::format("flow {} -> {} | {}", end_of_flow(trace, flow.from),
                                end_of_flow(trace, flow.to), trace.text(flow.kind)));
  }
  append_sorted(text, std::move(flows));
  return text;
}

}  // namespace nscope::cli
