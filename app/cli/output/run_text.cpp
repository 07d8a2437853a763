#include "app/cli/output/run_text.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

std::vector<Diagnostic> worst_first(std::span<const Diagnostic> diagnostics) {
  std::vector<Diagnostic> sorted(diagnostics.begin(), diagnostics.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
  });
  return sorted;
}

/// The row of track_table() that a track is counted in: itself where it is the
/// child of a core, else its topmost ancestor.
TrackId counted_in(const Trace& trace, const Track& track) {
  const Track* at = &track;
  while (at->parent.valid()) {
    const Track& parent = trace.track(at->parent);
    if (parent.kind == TrackKind::kCore) break;
    at = &parent;
  }
  return at->id;
}

struct Totals {
  std::int64_t tracks = 0;
  std::int64_t slices = 0;
  std::int64_t samples = 0;
};

}  // namespace

std::string to_string(const PropertyValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return std::get<std::string>(value);
}

Json to_json(const PropertyValue& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

Table diagnostics_table(std::span<const Diagnostic> diagnostics) {
  Table table({{.id = "severity"}, {.id = "code"}, {.id = "count"}, {.id = "example"}});
  for (const Diagnostic& d : worst_first(diagnostics)) {
    table.add_row({std::string(to_string(d.severity)), d.code, d.count, d.example});
  }
  return table;
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  return diagnostics_table(diagnostics).to_json();
}

std::string contents_line(const Trace& trace) {
  std::int64_t samples = 0;
  for (const Track& track : trace.tracks()) {
    samples += static_cast<std::int64_t>(track.counters.size());
  }
  return fmt::format("{} events and {} counter samples on {} tracks, {} dependencies",
                     format_count(static_cast<std::int64_t>(trace.slice_count())),
                     format_count(samples),
                     format_count(static_cast<std::int64_t>(trace.tracks().size())),
                     format_count(static_cast<std::int64_t>(trace.flows().size())));
}

Table track_table(const Trace& trace) {
  std::vector<Totals> totals(trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::kCore) continue;
    Totals& to = totals[counted_in(trace, track).index()];
    ++to.tracks;
    to.slices += static_cast<std::int64_t>(track.slices.size());
    to.samples += static_cast<std::int64_t>(track.counters.size());
  }
  Table table({{.id = "track"},
               {.id = "tracks"},
               {.id = "events"},
               {.id = "samples"},
               {.id = "busy", .unit = "ns"}});
  for (const Track& track : trace.tracks()) {
    const Totals& total = totals[track.id.index()];
    if (track.kind == TrackKind::kCore) {
      table.add_row({std::string(trace.text(track.name)), Missing{""}, Missing{""}, Missing{""},
                     Missing{""}});
      continue;
    }
    if (total.tracks == 0) continue;
    const TimeBase& base = trace.time_base();
    const std::string name =
        (track.parent.valid() ? "  " : "") + std::string(trace.text(track.name));
    // A group's own busy time would need the union of its tracks: not shown.
    Cell busy = Missing{""};
    if (track.slices.size() > 0) {
      busy = trace.to_ns(TraceTime(
          track.pyramid.busy(track.slices, base.window_begin.value(), base.window_end.value())));
    }
    table.add_row({name, total.tracks, total.slices, total.samples, busy});
  }
  return table;
}

void FactSheet::add(std::string label, std::string value) {
  if (!value.empty()) rows_.emplace_back(std::move(label), std::move(value));
}

std::string FactSheet::to_text() const {
  std::size_t width = 0;
  for (const auto& [label, value] : rows_) width = std::max(width, display_width(label));
  std::string text;
  for (const auto& [label, value] : rows_) {
    text += label + std::string(width - display_width(label) + 2, ' ') + value + "\n";
  }
  return text;
}

}  // namespace nscope::cli
