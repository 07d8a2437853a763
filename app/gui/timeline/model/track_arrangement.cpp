#include "app/gui/timeline/model/track_arrangement.h"

#include "app/gui/text/text.h"
#include "app/gui/timeline/model/timeline_rows.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nscope::gui {
namespace {

constexpr std::array<std::pair<CounterStyle, std::string_view>, 3> kStyles{
    {{CounterStyle::kArea, "area"},
     {CounterStyle::kLine, "line"},
     {CounterStyle::kSteps, "steps"}}};

constexpr std::string_view kCompact = "compact";
constexpr std::string_view kExpanded = "expanded";

/// Finds tracks by their paths.
class TrackReader {
 public:
  explicit TrackReader(const Trace& trace) {
    const auto paths = unique_track_paths(trace);
    for (std::size_t i = 0; i < paths.size(); ++i) ids_[paths[i]] = TrackId(i);
  }

  /// Invalid if the run has no track with this path.
  TrackId find(const std::string& path) const {
    const auto it = ids_.find(path);
    return it == ids_.end() ? TrackId() : it->second;
  }
  std::vector<TrackId> list(const Json& names) const {
    std::vector<TrackId> found;
    if (!names.is_array()) return found;
    for (const Json& name : names) {
      if (!name.is_string()) continue;
      const TrackId id = find(name.get<std::string>());
      if (id.valid() && std::find(found.begin(), found.end(), id) == found.end()) {
        found.push_back(id);
      }
    }
    return found;
  }

 private:
  std::unordered_map<std::string, TrackId> ids_;
};

}  // namespace

QByteArray save_arrangement(const TrackArrangement& arrangement, const Trace& trace) {
  const auto paths = unique_track_paths(trace);
  const auto name = [&](TrackId id) { return id.valid() ? paths.at(id.index()) : std::string(); };
  const auto names = [&](const auto& ids) {
    Json list = Json::array();
    for (const TrackId id : ids) list.push_back(name(id));
    return list;
  };
  Json json;
  json["collapsed"] = names(arrangement.collapsed);
  json["hidden"] = names(arrangement.hidden);
  json["pinned"] = names(arrangement.pinned);
  json["order"] = Json::object();
  for (const auto& [group, children] : arrangement.order)
    json["order"][name(group)] = names(children);
  json["heights"] = Json::object();
  for (const auto& [track, height] : arrangement.heights) json["heights"][name(track)] = height;
  json["counters"] = Json::object();
  for (const auto& [track, style] : arrangement.counters) {
    json["counters"][name(track)] = kStyles.at(static_cast<std::size_t>(style)).second;
  }
  json["stacks"] = Json::object();
  for (const auto& [track, mode] : arrangement.stacks) {
    json["stacks"][name(track)] = mode == StackMode::kCompact ? kCompact : kExpanded;
  }
  json["lane_zoom"] = arrangement.lane_zoom;
  json["filter"] = to_string(arrangement.filter);
  return QByteArray::fromStdString(compact_text(json));
}

Result<TrackArrangement> load_arrangement(const QByteArray& text, const Trace& trace) {
  const auto parsed = parse_json({text.data(), static_cast<std::size_t>(text.size())}, "tracks");
  if (!parsed) return fail(parsed.error());
  StrictObject in(*parsed, "tracks");
  const TrackReader tracks(trace);
  TrackArrangement found;
  const auto list = [&](const char* key) { return tracks.list(in.array(key)); };
  const auto collapsed = list("collapsed");
  found.collapsed.insert(collapsed.begin(), collapsed.end());
  const auto hidden = list("hidden");
  found.hidden.insert(hidden.begin(), hidden.end());
  found.pinned = list("pinned");
  for (const auto& [group, children] : in.object("order").items()) {
    const TrackId id = tracks.find(group);
    if (id.valid() || group.empty()) found.order[id] = tracks.list(children);
  }
  for (const auto& [path, height] : in.object("heights").items()) {
    const TrackId id = tracks.find(path);
    if (!id.valid() || !height.is_number()) continue;
    found.heights[id] = limited_row_height(trace.track(id), height.get<double>());
  }
  for (const auto& [path, style] : in.object("counters").items()) {
    const TrackId id = tracks.find(path);
    for (const auto& [known, word] : kStyles) {
      if (id.valid() && style == word) found.counters[id] = known;
    }
  }
  // Arrangements of older versions have neither of these.
  if (const Json* stacks = in.optional("stacks"); stacks != nullptr && stacks->is_object()) {
    for (const auto& [path, mode] : stacks->items()) {
      const TrackId id = tracks.find(path);
      if (id.valid() && mode == kCompact) found.stacks[id] = StackMode::kCompact;
      if (id.valid() && mode == kExpanded) found.stacks[id] = StackMode::kExpanded;
    }
  }
  found.lane_zoom = std::clamp(in.optional_number("lane_zoom").value_or(1.0), kLeastLaneZoom,
                               kMostLaneZoom);
  found.filter = to_qstring(in.string("filter"));
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return found;
}

}  // namespace nscope::gui
