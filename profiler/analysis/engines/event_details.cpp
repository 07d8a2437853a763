#include "profiler/analysis/engines/event_details.h"

#include "profiler/trace/stated_dependencies.h"
#include "profiler/trace/track_path.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace nscope::analysis {
namespace {

double axis_ns_of_ticks(const Trace& trace, double ticks) {
  return ticks / static_cast<double>(trace.time_base().ticks_per_ns);
}

double axis_ns(const Trace& trace, TraceTime time) {
  return axis_ns_of_ticks(trace, static_cast<double>(time.value()));
}

Json text_or_null(std::string text) {
  return text.empty() ? Json() : Json(std::move(text));
}

/// Enough to name an event and to ask for its own document; null if there is none.
Json event_reference(const Trace& trace, SliceId event) {
  if (!event.valid()) return nullptr;
  const Trace::SliceRef slice = trace.slice(event);
  return {{"slice_id", event.value},
          {"name", std::string(trace.text(slice.name()))},
          {"track", track_path(trace, *slice.track)},
          {"start_ns", axis_ns(trace, slice.begin())},
          {"duration_ns", axis_ns(trace, slice.end() - slice.begin())}};
}

Json properties_of(const Trace& trace, SliceId event) {
  Json properties = Json::object();
  for (const Arg& arg : trace.args_of(event)) {
    Json& out = properties[std::string(trace.text(arg.key))];
    if (const auto* text = std::get_if<StringId>(&arg.value)) {
      out = std::string(trace.text(*text));
    } else if (const auto* real = std::get_if<double>(&arg.value)) {
      out = *real;
    } else {
      out = std::get<std::int64_t>(arg.value);
    }
  }
  return properties;
}

Json dependencies_json(const Trace& trace, const std::vector<Dependency>& all, std::size_t most) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
    Json row = event_reference(trace, all[i].other);
    row["kind"] = std::string(trace.text(all[i].kind));
    row["lag_ns"] = axis_ns_of_ticks(trace, static_cast<double>(all[i].lag));
    list.push_back(std::move(row));
  }
  return list;
}

Json causes_json(const Trace& trace, SliceId event, const DependencyView& view) {
  Json idle = Json::array();
  for (const DependencyView::Idle& part : view.idle_for(event)) {
    idle.push_back({{"cause", std::string(to_string(part.state))},
                    {"start_ns", axis_ns_of_ticks(trace, part.begin)},
                    {"duration_ns", axis_ns_of_ticks(trace, part.end - part.begin)},
                    {"producer", event_reference(trace, part.producer)}});
  }
  Json path;
  if (const auto slack = view.slack(event); slack || view.on_path(event)) {
    double ticks = 0;
    for (const DependencyView::PathPart& part : view.path_of(trace.slice(event).track->id)) {
      if (part.event == event) ticks += part.end - part.begin;
    }
    path = {{"on_path", view.on_path(event)}, {"path_ns", axis_ns_of_ticks(trace, ticks)}};
    path["slack_ns"] = slack ? Json(axis_ns_of_ticks(trace, *slack)) : Json();
  }
  return {{"waited_for", event_reference(trace, view.predecessor(event))},
          {"first_waiting", event_reference(trace, view.successor(event))},
          {"idle", std::move(idle)},
          {"critical_path", std::move(path)}};
}

std::string text_of_property(const Json& properties, std::string_view key) {
  const auto found = properties.find(std::string(key));
  return found != properties.end() && found->is_string() ? std::string(*found) : std::string();
}

}  // namespace

Json event_document(const Trace& trace, SliceId event, const DependencyView* view,
                    std::size_t most) {
  const Trace::SliceRef slice = trace.slice(event);
  const std::vector<Dependency> before = predecessors(trace, event);
  const std::vector<Dependency> after = successors(trace, event);
  const std::uint32_t parent = slice.track->parent_of(slice.row);
  const TraceTime wait(bounded_wait(trace, *slice.track, slice.row));
  Json properties = properties_of(trace, event);
  Json document = event_reference(trace, event);
  document["schema"] = "nscope.event/1";
  document["provenance"] = text_or_null(trace.property_text(property::kProvenance));
  document["core"] = slice.track->core >= 0 ? Json(slice.track->core) : Json();
  document["wait_ns"] = axis_ns(trace, wait);
  if (wait < slice.wait()) document["stated_wait_ns"] = axis_ns(trace, slice.wait());
  document["parent"] = parent == SliceId::kNone
                           ? Json()
                           : event_reference(trace, Trace::slice_id(*slice.track, parent));
  document["source_line"] = text_or_null(text_of_property(properties, key::kSourceLocation));
  document["args"] = std::move(properties);
  document["predecessor_count"] = before.size();
  document["predecessors"] = dependencies_json(trace, before, most);
  document["successor_count"] = after.size();
  document["successors"] = dependencies_json(trace, after, most);
  if (view == nullptr) return document;
  document["causes"] = causes_json(trace, event, *view);
  if (!view->missing().empty()) {
    document["notes"] = Json::array({view->missing().english()});
  }
  return document;
}

}  // namespace nscope::analysis
