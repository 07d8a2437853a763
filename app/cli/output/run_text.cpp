#include "app/cli/output/run_text.h"

#include "profiler/analysis/metrics/active_time.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

std::vector<Diagnostic> most_severe_first(std::span<const Diagnostic> diagnostics) {
  std::vector<Diagnostic> sorted(diagnostics.begin(), diagnostics.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
  });
  return sorted;
}

/// The row of track_table() in which a track is counted: the track itself if it is the child of a
/// core, or else its topmost ancestor.
TrackId counted_in(const Trace& trace, const Track& track) {
  const Track* at = &track;
  while (at->parent.valid()) {
    const Track& parent = trace.track(at->parent);
    if (parent.kind == TrackKind::kCore) break;
    at = &parent;
  }
  return at->id;
}

/// The name of a track, indented by the number of groups around it.
std::string indented_name(const Trace& trace, const Track& track) {
  std::string name(trace.text(track.name));
  for (TrackId at = track.parent; at.valid(); at = trace.track(at).parent) name.insert(0, "  ");
  return name;
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
  Table table({{.id = "severity", .title = tr("Severity")},
               {.id = "code", .title = tr("Code")},
               {.id = "count", .title = tr("Count")},
               {.id = "example", .title = tr("Example")}});
  for (const Diagnostic& d : most_severe_first(diagnostics)) {
    table.add_row({Text(title(d.severity)), d.code, d.count, d.example});
  }
  return table;
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  Json rows = Json::array();
  for (const Diagnostic& d : most_severe_first(diagnostics)) {
    rows.push_back({{"severity", to_string(d.severity)},
                    {"code", d.code},
                    {"count", d.count},
                    {"example", d.example}});
  }
  return rows;
}

std::string diagnostics_text(std::span<const Diagnostic> diagnostics, const Language& language) {
  if (diagnostics.empty()) return {};
  return language.say(tr("Diagnostics")) + "\n" + diagnostics_table(diagnostics).to_text(language);
}

Text events_text(std::int64_t events, std::int64_t samples) {
  return joined(
      {tr_plural(events, "{} event", "{} events", as::count(events)),
       tr_plural(samples, "{} counter sample", "{} counter samples", as::count(samples))});
}

Text contents_text(const Trace& trace) {
  std::int64_t samples = 0;
  for (const Track& track : trace.tracks()) {
    samples += static_cast<std::int64_t>(track.counters.size());
  }
  const auto tracks = static_cast<std::int64_t>(trace.tracks().size());
  const auto flows = static_cast<std::int64_t>(trace.flows().size());
  return joined({events_text(static_cast<std::int64_t>(trace.slice_count()), samples),
                 tr_plural(tracks, "{} track", "{} tracks", as::count(tracks)),
                 tr_plural(flows, "{} dependency", "{} dependencies", as::count(flows))});
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
  Table table({{.id = "track", .title = tr("Track")},
               {.id = "tracks", .title = tr("Tracks")},
               {.id = "events", .title = tr("Events")},
               {.id = "samples", .title = tr("Samples")},
               {.id = "busy", .title = tr("Busy time"), .unit = "ns"}});
  const Missing none{Text()};
  for (const Track& track : trace.tracks()) {
    const Totals& total = totals[track.id.index()];
    if (track.kind == TrackKind::kCore) {
      table.add_row({indented_name(trace, track), none, none, none, none});
      continue;
    }
    if (total.tracks == 0) continue;
    const TimeBase& base = trace.time_base();
    // The busy time of a group would need the union of its tracks, so it is not shown.
    Cell busy = none;
    if (track.slices.size() > 0) {
      busy =
          trace.to_ns(TraceTime(analysis::ActiveTime(trace, track)
                                    .within(base.window_begin.value(), base.window_end.value())));
    }
    table.add_row({indented_name(trace, track), total.tracks, total.slices, total.samples, busy});
  }
  return table;
}

void FactSheet::add(Text label, Text value) {
  if (!value.empty()) rows_.emplace_back(std::move(label), std::move(value));
}

std::string FactSheet::to_text(const Language& language) const {
  std::vector<std::string> labels;
  std::size_t width = 0;
  for (const auto& [label, value] : rows_) {
    labels.push_back(language.say(label));
    width = std::max(width, display_width(labels.back()));
  }
  std::string text;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    text += labels[i] + std::string(width - display_width(labels[i]) + 2, ' ');
    text += language.say(rows_[i].second) + "\n";
  }
  return text;
}

}  // namespace nscope::cli
