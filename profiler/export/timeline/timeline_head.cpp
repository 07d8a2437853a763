#include "profiler/export/timeline/timeline_head.h"

#include "profiler/base/json.h"
#include "profiler/base/version.h"
#include "profiler/export/page/run_facts.h"
#include "profiler/export/page/track_colors.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::string_view kTimelineSchema = "nscope.timeline/1";

/// The texts of the page by the names that its script uses.
struct PageText {
  const char* name;
  Phrase text;
};
constexpr PageText kPageTexts[] = {
    {"title", phrase("Timeline")},
    {"search", phrase("Search events by name")},
    {"previous", phrase("Previous match (Shift+Enter)")},
    {"next", phrase("Next match (Enter)")},
    {"matches", phrase("%1 matches")},
    {"match_of", phrase("%1 of %2")},
    {"no_match", phrase("No match")},
    {"zoom_in", phrase("Zoom in")},
    {"zoom_out", phrase("Zoom out")},
    {"fit", phrase("Show the whole run")},
    {"help", phrase("Keyboard and mouse")},
    {"close", phrase("Close")},
    {"overview", phrase("Overview of the whole run, with the visible interval")},
    {"tracks", phrase("Timeline of the tracks")},
    {"event_tab", phrase("Event")},
    {"range_tab", phrase("Range")},
    {"notes_tab", phrase("Notes")},
    {"run_tab", phrase("Run")},
    {"event_empty", phrase("Click an event to see its fields.")},
    {"range_empty", phrase("Drag with Shift to select a range and see its totals.")},
    {"notes_empty", phrase("This run has no notes.")},
    {"name", phrase("Name")},
    {"track", phrase("Track")},
    {"start", phrase("Start")},
    {"end", phrase("End")},
    {"duration", phrase("Duration")},
    {"wait", phrase("Wait")},
    {"at_most", phrase("at most %1")},
    {"parent", phrase("Parent event")},
    {"properties", phrase("Properties")},
    {"loading", phrase("Loading…")},
    {"predecessors", phrase("Predecessors")},
    {"successors", phrase("Successors")},
    {"more", phrase("%1 more")},
    {"show", phrase("Show")},
    {"events", phrase("Events")},
    {"tracks_column", phrase("Tracks")},
    {"count", phrase("Count")},
    {"total", phrase("Total")},
    {"mean", phrase("Mean")},
    {"longest", phrase("Longest")},
    {"busy", phrase("Busy")},
    {"value", phrase("Value")},
    {"no_sample", phrase("no sample yet")},
    {"by_name", phrase("Time by name")},
    {"by_track", phrase("Busy time by track")},
    {"by_name_note", phrase("Time within the range. An event includes the events nested in it.")},
    {"by_track_note", phrase("Share of the range in which the track has an event.")},
    {"zoom_to_range", phrase("Zoom to the range")},
    {"facts", phrase("Run")},
    {"samples", phrase("Counter samples")},
    {"contents", phrase("Left out of this file")},
    {"contents_note", phrase("Metrics and analyses are not in this file. Neuronscope computes them "
                             "from the capture or session.")},
    {"left_out", phrase("%1 items are left out of this file; see Run")},
    {"diagnostics", phrase("Diagnostics of the import")},
    {"clean", phrase("No data were repaired or left out.")},
    {"written_by", phrase("Written by %1. This page loads no external content.")},
    {"damaged", phrase("The file is damaged or incomplete, so the timeline cannot be shown.")},
    {"key_zoom", phrase("zoom at the pointer")},
    {"key_pan", phrase("pan in time")},
    {"key_scroll", phrase("scroll the tracks")},
    {"key_fit", phrase("fit the selected event or range")},
    {"key_all", phrase("show the whole run")},
    {"key_event", phrase("select an event; on a group: expand or collapse it")},
    {"key_neighbour", phrase("go to the previous, next event on the track")},
    {"key_flow", phrase("go to the predecessor, successor of the selected event")},
    {"key_range", phrase("select a range; across rows: only on those tracks")},
    {"key_search", phrase("search")},
    {"key_stack", phrase("expand or compact the deep stack under the pointer")},
    {"key_groups", phrase("expand or collapse all groups")},
    {"key_clear", phrase("clear the selection")},
    {"key_help", phrase("show this list")},
    {"wheel", phrase("wheel")},
    {"drag", phrase("drag")},
    {"click", phrase("click")},
    {"shift_drag", phrase("Shift+drag")},
};

Json texts_of(const Language& language) {
  Json texts = Json::object();
  for (const PageText& each : kPageTexts) texts[each.name] = language.say(each.text);
  return texts;
}

Json track_json(const Trace& trace, const Track& track) {
  return {{"name", trace.text(track.name)},
          {"parent", track.parent.valid() ? static_cast<std::int64_t>(track.parent.index()) : -1},
          {"kind", to_string(track.kind)},
          {"engine", to_string(track.engine)},
          {"core", track.core},
          {"unit", trace.text(track.unit)},
          {"nested", track.layout == TrackLayout::kNested},
          {"lanes", track.max_depth + 1},
          {"first", track.first_slice},
          {"slices", track.slices.size()},
          {"samples", track.counters.size()},
          {"waits", track.slices.has_waits()},
          {"color", track_color_text(trace, track)},
          {"by_name", is_colored_by_name(track)}};
}

Json note_json(const Annotation& note, double ticks_per_unit, std::int64_t origin) {
  const auto unit = [&](TraceTime time) {
    return (static_cast<double>(time.value()) - static_cast<double>(origin)) / ticks_per_unit;
  };
  Json tracks = Json::array();
  for (const TrackId track : note.tracks) tracks.push_back(track.index());
  return {{"kind", to_string(note.kind)},
          {"name", note.name},
          {"text", note.text},
          {"color", fmt::format("#{:06x}", note.color)},
          {"begin", unit(note.begin)},
          {"end", unit(note.end)},
          {"event", note.event.valid() ? static_cast<std::int64_t>(note.event.value) : -1},
          {"tracks", std::move(tracks)}};
}

Json diagnostics_json(const Trace& trace, const Language& language) {
  Json list = Json::array();
  for (const Diagnostic& each : trace.diagnostics()) {
    list.push_back({{"severity", language.say(title(each.severity))},
                    {"code", each.code},
                    {"count", each.count},
                    {"example", language.say(each.example)}});
  }
  return list;
}

}  // namespace

std::string timeline_head(const Trace& trace, const TimelineAxis& axis,
                          const TimelineColumns& columns, std::span<const Annotation> notes,
                          std::span<const Text> left_out, const Language& language) {
  Json json;
  json["schema"] = kTimelineSchema;
  json["program"] = fmt::format("Neuronscope {}", kVersion);
  std::string lang(language.code());
  std::replace(lang.begin(), lang.end(), '_', '-');
  json["language"] = lang;
  // "1,234.5" with the separators of the language.
  const std::string number = language.number("1,234.5");
  json["separators"] = {
      number.substr(1, number.find('2') - 1),
      number.substr(number.find('4') + 1, number.find('5') - number.find('4') - 1)};
  json["file"] = trace.property_text(property::kSourceFile);
  Json& facts = json["facts"] = Json::array();
  for (const RunFact& fact : run_facts(trace, language)) facts.push_back({fact.label, fact.value});
  const double per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto unit = static_cast<double>(axis.ticks_per_unit);
  json["units_per_ns"] = per_ns / unit;
  json["origin_ns"] = static_cast<double>(axis.origin) / per_ns;
  json["span"] = axis.unit_of(trace.end().value());
  const auto [begin, end] = window_of(trace);
  json["window"] = {(static_cast<double>(begin.value()) - static_cast<double>(axis.origin)) / unit,
                    (static_cast<double>(end.value()) - static_cast<double>(axis.origin)) / unit};
  json["slices"] = trace.slice_count();
  json["flows"] = 0;
  Json& tracks = json["tracks"] = Json::array();
  for (const Track& track : trace.tracks()) tracks.push_back(track_json(trace, track));
  Json& properties = json["properties"] = Json::array();
  for (const OptionalBlock& block : columns.optional) {
    if (!block.complete) continue;
    if (block.is_dependencies()) {
      json["flows"] = block.values;
    } else {
      properties.push_back({trace.text(block.key), block.block.id});
    }
  }
  Json& list = json["notes"] = Json::array();
  for (const Annotation& note : notes) list.push_back(note_json(note, unit, axis.origin));
  Json& dropped = json["left_out"] = Json::array();
  for (const Text& text : left_out) dropped.push_back(language.say(text));
  json["diagnostics"] = diagnostics_json(trace, language);
  json["texts"] = texts_of(language);
  // Names of captures can contain invalid UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace nscope
