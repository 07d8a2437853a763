#include "app/cli/output/event_lines.h"

#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <limits>
#include <map>
#include <variant>

namespace nscope::cli {
namespace {

std::string line_of(const Json& json) {
  return compact_text(json) + "\n";
}

}  // namespace

std::int64_t EventLines::ns(TraceTime time) const {
  const std::int64_t whole = time.value() / ticks_per_ns_;
  return time.value() % ticks_per_ns_ < 0 ? whole - 1 : whole;  // downwards
}

Json EventLines::value_of(const ArgValue& value) const {
  if (const auto* string = std::get_if<StringId>(&value)) return text(*string);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::get<std::int64_t>(value);
}

void EventLines::declare(const TraceBatch& batch) {
  if (batch.time_base) ticks_per_ns_ = std::max<std::int64_t>(batch.time_base->ticks_per_ns, 1);
  strings_.insert(strings_.end(), batch.strings.begin(), batch.strings.end());
  for (const TraceBatch::Track& track : batch.tracks) {
    std::string path = track.parent.valid() ? tracks_[track.parent.index()].path + " / " : "";
    tracks_.push_back({path + text(track.name), track.unit});
  }
}

void EventLines::add_slices(const TraceBatch& batch, std::vector<Line>& lines) {
  // Producers send the properties of a slice together with it or directly after it.
  std::map<std::uint32_t, Json> args;
  for (const TraceBatch::Arg& arg : batch.args) {
    args[arg.slice.value][text(arg.key)] = value_of(arg.value);
  }
  for (const TraceBatch::Slice& slice : batch.slices) {
    Json json{{"event", "slice"},
              {"time_ns", ns(slice.start)},
              {"id", slice.id.value},
              {"track", tracks_[slice.track.index()].path},
              {"name", text(slice.name)}};
    if (slice.duration != kOpenDuration) json["duration_ns"] = ns(slice.duration);
    if (slice.wait.value() > 0) json["wait_ns"] = ns(slice.wait);
    if (auto own = args.extract(slice.id.value)) json["args"] = std::move(own.mapped());
    lines.emplace_back(slice.start.value(), line_of(json));
  }
  for (const auto& [slice, own] : args) {
    lines.emplace_back(std::numeric_limits<std::int64_t>::min(),
                       line_of({{"event", "args"}, {"id", slice}, {"args", own}}));
  }
  for (const TraceBatch::SliceEnd& end : batch.slice_ends) {
    lines.emplace_back(
        end.end.value(),
        line_of({{"event", "slice_end"}, {"time_ns", ns(end.end)}, {"id", end.slice.value}}));
  }
}

/// After all other lines, because both slices of a flow have then begun.
void EventLines::add_flows(const TraceBatch& batch, std::vector<Line>& lines) {
  for (const TraceBatch::Flow& flow : batch.flows) {
    lines.emplace_back(std::numeric_limits<std::int64_t>::max(),
                       line_of({{"event", "flow"},
                                {"from", flow.from.value},
                                {"to", flow.to.value},
                                {"kind", text(flow.kind)}}));
  }
}

std::string EventLines::lines_of(const TraceBatch& batch) {
  declare(batch);
  std::vector<Line> lines;
  add_slices(batch, lines);
  for (const TraceBatch::Counter& sample : batch.counters) {
    const DeclaredTrack& track = tracks_[sample.track.index()];
    Json json{{"event", "counter"},
              {"time_ns", ns(sample.time)},
              {"track", track.path},
              {"value", sample.value}};
    if (track.unit.valid()) json["unit"] = text(track.unit);
    lines.emplace_back(sample.time.value(), line_of(json));
  }
  add_flows(batch, lines);
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [time, line] : lines) text += line;
  return text;
}

}  // namespace nscope::cli
