#include "app/gui/inspect/stored_view.h"

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/timeline/model/track_arrangement.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace nscope::gui {
namespace {

constexpr const char* kSchema = "nscope.view/1";

std::string string_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// At most as many as a view can show; entries of a newer version are left out.
std::vector<QueryTrack> query_tracks_of(const Json& json) {
  constexpr std::size_t kMostQueries = 100;
  std::vector<QueryTrack> tracks;
  const auto list = json.find("query_tracks");
  if (list == json.end() || !list->is_array()) return tracks;
  for (const Json& entry : *list) {
    if (!entry.is_object() || tracks.size() == kMostQueries) continue;
    const auto kind = query_track_kind(string_of(entry, "kind"));
    std::string sql = string_of(entry, "sql");
    if (kind && !sql.empty()) tracks.push_back({string_of(entry, "title"), std::move(sql), *kind});
  }
  return tracks;
}

}  // namespace

std::string stored_view(InspectPage& page) {
  Json json;
  if (!page.trace()) return {};
  json["schema"] = kSchema;
  json["place"] = place_text(page.place(), *page.trace());
  json["color"] = std::string(to_string(page.timeline().color_mode()));
  json["arrangement"] = save_arrangement(page.timeline().arrangement(), *page.trace()).toStdString();
  for (const QueryTrack& track : page.run().query_tracks()) {
    json["query_tracks"].push_back({{"title", track.title},
                                    {"sql", track.sql},
                                    {"kind", std::string(to_string(track.kind))}});
  }
  if (page.run().baseline().valid()) json["baseline"] = page.run().baseline().value;
  json["layout"] = page.save_layout().toBase64().toStdString();
  return compact_text(json);
}

Result<> restore_view(InspectPage& page, std::string_view text) {
  if (text.empty() || !page.trace()) return {};
  const auto json = parse_json(text, "view");
  if (!json) return fail(json.error());
  if (!json->is_object() || string_of(*json, "schema") != kSchema) {
    return fail(ErrorCode::kBadInput, tr("the view stored in the session is not a document of the "
                                         "schema {}",
                                         kSchema));
  }
  // Parts that this version cannot read are left out, so that the others are restored.
  const std::string arrangement = string_of(*json, "arrangement");
  if (!arrangement.empty()) {
    const auto read = load_arrangement(QByteArray::fromStdString(arrangement), *page.trace());
    if (read) page.timeline().set_arrangement(*read);
  }
  const std::string color = string_of(*json, "color");
  if (!color.empty()) page.timeline().set_color_mode(color_mode_of(color));
  page.change_layout(QByteArray::fromBase64(QByteArray::fromStdString(string_of(*json, "layout"))));
  page.run().set_query_tracks(query_tracks_of(*json));
  const auto baseline = json->find("baseline");
  if (baseline != json->end() && baseline->is_number_unsigned()) {
    const auto id = baseline->get<std::uint64_t>();
    if (id < page.trace()->slice_count()) page.run().set_baseline(SliceId(std::size_t{id}));
  }
  const auto place = read_place(string_of(*json, "place"), *page.trace());
  if (place) page.go_to(*place);
  return {};
}

}  // namespace nscope::gui
