#include "profiler/sql/list_table.h"
#include "profiler/sql/sql_tables.h"
#include "profiler/trace/track_path.h"

#include <map>
#include <string>
#include <utility>

namespace nscope {
namespace {

using Out = sqlite3_context*;

using TrackRow = const Track*;

/// Sums over the tracks of one core, or over a top-level track and its descendants.
struct GroupRow {
  std::int64_t key = 0;  ///< core, or id of the top-level track
  const Track* top = nullptr;
  std::int64_t tracks = 0;
  std::int64_t slices = 0;
  std::int64_t samples = 0;

  void add(const Track& track) {
    ++tracks;
    slices += static_cast<std::int64_t>(track.slices.size());
    samples += static_cast<std::int64_t>(track.counters.size());
  }
};

std::string_view to_string(TrackLayout layout) {
  return layout == TrackLayout::kNested ? "nested" : "flat";
}

std::vector<TrackRow> track_rows(const Trace& trace) {
  std::vector<TrackRow> rows;
  for (const Track& track : trace.tracks()) rows.push_back(&track);
  return rows;
}

/// Computed for each row, because the paths of many nested tracks would take much memory.
void put_path(Out out, const Trace& trace, const Track& track) {
  put_copy(out, track_path(trace, track));
}

std::vector<GroupRow> core_rows(const Trace& trace) {
  std::map<std::int32_t, GroupRow> cores;
  for (const Track& track : trace.tracks()) {
    if (track.core < 0) continue;
    GroupRow& row = cores[track.core];
    row.key = track.core;
    if (track.kind == TrackKind::kCore) row.top = &track;
    row.add(track);
  }
  std::vector<GroupRow> rows;
  for (const auto& [core, row] : cores) rows.push_back(row);
  return rows;
}

std::vector<GroupRow> process_rows(const Trace& trace) {
  std::vector<GroupRow> rows;
  for (const Track& track : trace.tracks()) {
    // The order is depth first: the descendants of a top-level track follow it.
    if (!track.parent.valid()) {
      rows.push_back({static_cast<std::int64_t>(track.id.value), &track, 0, 0, 0});
    }
    rows.back().add(track);
  }
  return rows;
}

template <class Row>
auto whole(std::vector<Row> rows) {
  return [rows = std::make_shared<const std::vector<Row>>(std::move(rows))] { return rows.get(); };
}

using GroupColumn = ListTable<GroupRow>::Column;

std::vector<GroupColumn> with_sums(std::vector<GroupColumn> columns) {
  columns.push_back({"tracks INTEGER", [](Out out, const GroupRow& r) { put(out, r.tracks); }});
  columns.push_back({"slices INTEGER", [](Out out, const GroupRow& r) { put(out, r.slices); }});
  columns.push_back({"samples INTEGER", [](Out out, const GroupRow& r) { put(out, r.samples); }});
  return columns;
}

}  // namespace

void add_track_tables(const SqlTableContext& context, SqlTables& tables) {
  const auto trace = context.trace;
  const auto count = static_cast<double>(trace->tracks().size());
  tables.push_back(std::make_unique<ListTable<TrackRow>>(
      "track",
      std::vector<ListTable<TrackRow>::Column>{
          {"id INTEGER", [](Out out, TrackRow r) { put_id(out, r->id); }},
          {"parent_id INTEGER", [](Out out, TrackRow r) { put_id(out, r->parent); }},
          {"name TEXT", [trace](Out out, TrackRow r) { put(out, trace->text(r->name)); }},
          {"kind TEXT", [](Out out, TrackRow r) { put(out, to_string(r->kind)); }},
          {"core INTEGER", [](Out out, TrackRow r) { put_core(out, r->core); }},
          {"engine TEXT", [](Out out, TrackRow r) { put_text_or_null(out, to_string(r->engine)); }},
          {"unit TEXT HIDDEN",
           [trace](Out out, TrackRow r) { put_text_or_null(out, trace->text(r->unit)); }},
          {"slices INTEGER HIDDEN",
           [](Out out, TrackRow r) { put(out, static_cast<std::int64_t>(r->slices.size())); }},
          {"samples INTEGER HIDDEN",
           [](Out out, TrackRow r) { put(out, static_cast<std::int64_t>(r->counters.size())); }},
          {"path TEXT HIDDEN", [trace](Out out, TrackRow r) { put_path(out, *trace, *r); }},
          {"slice_kind TEXT HIDDEN",
           [](Out out, TrackRow r) { put(out, to_string(r->slice_kind)); }},
          {"layout TEXT HIDDEN", [](Out out, TrackRow r) { put(out, to_string(r->layout)); }},
      },
      whole(track_rows(*trace)), count, 0));

  tables.push_back(std::make_unique<ListTable<GroupRow>>(
      "core",
      with_sums({{"core INTEGER", [](Out out, const GroupRow& r) { put(out, r.key); }},
                 {"track_id INTEGER",
                  [](Out out, const GroupRow& r) {
                    if (r.top != nullptr) put_id(out, r.top->id);
                  }}}),
      whole(core_rows(*trace)), 8.0));

  tables.push_back(std::make_unique<ListTable<GroupRow>>(
      "process",
      with_sums(
          {{"track_id INTEGER", [](Out out, const GroupRow& r) { put(out, r.key); }},
           {"name TEXT",
            [trace](Out out, const GroupRow& r) { put(out, trace->text(r.top->name)); }},
           {"kind TEXT", [](Out out, const GroupRow& r) { put(out, to_string(r.top->kind)); }}}),
      whole(process_rows(*trace)), 8.0));
}

}  // namespace nscope
