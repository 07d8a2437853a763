#include "profiler/export/chrome_header.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/export/chrome_lanes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

/// NaN and infinity are strings, which the importer accepts, because JSON cannot express them.
Json real(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

Json track_json(const Trace& trace, const Track& track, const ChromePlace& place) {
  Json json{{"name", trace.text(track.name)},
            {"parent", track.parent.valid() ? Json(track.parent.value) : Json(nullptr)},
            {"kind", to_string(track.kind)},
            {"slice_kind", to_string(track.slice_kind)},
            {"nested", track.layout == TrackLayout::kNested}};
  if (track.engine != Engine::kNone) json["engine"] = to_string(track.engine);
  if (track.core >= 0) json["core"] = track.core;
  if (track.unit.valid()) json["unit"] = trace.text(track.unit);
  json["pid"] = place.process;
  if (place.lanes > 0) {
    json["tid"] = place.first_thread;
    json["lanes"] = place.lanes;
  }
  if (!place.counter.empty()) json["counter"] = place.counter;
  return json;
}

/// [key, "i" | "r" | "s", value], with the type, because 1.0 may be read back as 1.
Json property_json(const std::pair<std::string, PropertyValue>& property) {
  const auto& [key, value] = property;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Json{key, "i", *integer};
  if (const auto* number = std::get_if<double>(&value)) return Json{key, "r", real(*number)};
  return Json{key, "s", std::get<std::string>(value)};
}

Json metric_json(const Metric& metric) {
  const auto optional = [](const std::optional<double>& value) {
    return value ? real(*value) : Json(nullptr);
  };
  return {metric.name,          real(metric.value),    metric.unit, to_string(metric.provenance),
          optional(metric.low), optional(metric.high), metric.note};
}

Json diagnostic_json(const Diagnostic& diagnostic) {
  return {diagnostic.code, to_string(diagnostic.severity), diagnostic.count, diagnostic.example};
}

void append_name(std::string& out, std::string_view what, const ChromePlace& place,
                 std::int64_t thread, std::string_view name) {
  fmt::format_to(std::back_inserter(out),
                 R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"name":)", place.process,
                 thread, what);
  append_json_text(out, name);
  out += "}},\n";
}

void append_order(std::string& out, std::string_view what, const ChromePlace& place,
                  std::int64_t thread, std::int64_t order) {
  fmt::format_to(std::back_inserter(out),
                 R"({{"ph":"M","pid":{},"tid":{},"name":"{}","args":{{"sort_index":{}}}}},)"
                 "\n",
                 place.process, thread, what, order);
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

std::vector<ChromePlace> chrome_places(const Trace& trace) {
  std::vector<ChromePlace> places(trace.tracks().size());
  std::set<std::pair<std::int64_t, std::string>> counters;
  // Threads have higher numbers than all processes: viewers treat a thread with the number of its
  // process as the main thread.
  auto next_thread = static_cast<std::int64_t>(places.size()) + 1;
  for (const Track& track : trace.tracks()) {
    ChromePlace& place = places[track.id.index()];
    place.process =
        static_cast<std::int64_t>((track.parent.valid() ? track.parent : track.id).index()) + 1;
    place.first_thread = next_thread;
    ChromeLanes lanes(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) lanes.lane_of(row);
    place.lanes = lanes.size();
    next_thread += place.lanes;
    if (track.counters.size() == 0) continue;
    const std::string name(trace.text(track.name));
    place.counter = name.empty() ? "counter" : name;
    for (int i = 2; !counters.emplace(place.process, place.counter).second; ++i) {
      place.counter = fmt::format("{} ({})", name, i);
    }
  }
  return places;
}

std::int64_t chrome_shift(const Trace& trace) {
  const std::int64_t first = std::min<std::int64_t>(trace.begin().value(), 0);
  const std::int64_t unit = trace.time_base().ticks_per_ns;
  return (-first + unit - 1) / unit * unit;
}

std::string chrome_other_data(const Trace& trace, const std::vector<ChromePlace>& places) {
  const TimeBase& base = trace.time_base();
  Json nscope{{"version", 1},
              {"ticks_per_ns", base.ticks_per_ns},
              {"window", {base.window_begin.value(), base.window_end.value()}},
              {"shift", chrome_shift(trace)}};
  Json& tracks = nscope["tracks"] = Json::array();
  for (const Track& track : trace.tracks()) {
    tracks.push_back(track_json(trace, track, places[track.id.index()]));
  }
  const auto put = [&](const char* key, const auto& list, const auto& convert) {
    Json& json = nscope[key] = Json::array();
    for (const auto& item : list) json.push_back(convert(item));
  };
  put("properties", trace.properties(), property_json);
  put("metrics", trace.metrics(), metric_json);
  put("diagnostics", trace.diagnostics(), diagnostic_json);
  const Json other{{"nscope", std::move(nscope)}};
  return compact_text(other);
}

std::string chrome_names(const Trace& trace, const std::vector<ChromePlace>& places) {
  std::string out;
  std::set<std::int64_t> named;
  for (const Track& track : trace.tracks()) {
    const ChromePlace& place = places[track.id.index()];
    if (place.lanes == 0 && place.counter.empty()) continue;
    if (named.insert(place.process).second) {
      const Track& owner = track.parent.valid() ? trace.track(track.parent) : track;
      append_name(out, "process_name", place, 0, trace.text(owner.name));
      append_order(out, "process_sort_index", place, 0, place.process);
    }
    for (std::uint32_t lane = 0; lane < place.lanes; ++lane) {
      const std::int64_t thread = place.first_thread + lane;
      const std::string_view name = trace.text(track.name);
      append_name(out, "thread_name", place, thread,
                  lane == 0 ? std::string(name) : fmt::format("{} ({})", name, lane + 1));
      append_order(out, "thread_sort_index", place, thread, thread);
    }
  }
  return out;
}

}  // namespace nscope
