#include "app/gui/shell/palette/palette_entries.h"

#include "app/documents/built_in.h"
#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/text/built_in_title.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/trace/track_path.h"

#include <QFileInfo>

namespace nscope::gui {
namespace {

using Kind = PaletteEntry::Kind;

/// Metric definitions have '*' in place of the engine; users type the name of the engine.
std::vector<std::string> metric_names(std::string_view name) {
  constexpr std::string_view kOfEngine = "*_engine_";
  if (!name.starts_with(kOfEngine)) return {std::string(name)};
  std::vector<std::string> names;
  for (const char* engine : {"tensor", "vector", "scalar", "gpsimd", "sync"}) {
    names.push_back(std::string(engine) + std::string(name.substr(1)));
  }
  return names;
}

}  // namespace

std::vector<PaletteEntry> action_entries(const ActionList& actions) {
  std::vector<PaletteEntry> entries;
  for (const Action& action : actions.actions()) {
    entries.push_back({.kind = Kind::kAction,
                       .id = action.id,
                       .text = action.title,
                       .detail = group_title(action.group),
                       .keys = action.keys.toString(QKeySequence::NativeText),
                       .obstacle = actions.obstacle(action)});
  }
  return entries;
}

std::vector<PaletteEntry> track_entries(const Trace* trace) {
  std::vector<PaletteEntry> entries;
  if (trace == nullptr) return entries;
  entries.reserve(trace->tracks().size());
  for (const Track& track : trace->tracks()) {
    entries.push_back({.kind = Kind::kTrack,
                       .id = QString::number(track.id.index()),
                       .text = to_qstring(track_path(*trace, track))});
  }
  return entries;
}

std::vector<PaletteEntry> question_entries(bool has_run) {
  std::vector<PaletteEntry> entries;
  const QString obstacle = has_run ? QString() : tr("Open a run first.");
  const auto add = [&](Kind kind, std::string_view id, const QString& text,
                       const QString& detail) {
    entries.push_back({.kind = kind,
                       .id = to_qstring(id),
                       .text = text,
                       .detail = detail,
                       .obstacle = obstacle});
  };
  for (const DockKind& dock : dock_kinds()) {
    add(Kind::kDock, dock.id, dock.translated_title(), dock.translated_shows());
  }
  for (const auto* analysis : analysis::registry()) {
    add(Kind::kAnalysis, analysis->id, to_qstring(analysis->title), to_qstring(analysis->shows));
  }
  for (const auto& metric : analysis::metric_definitions()) {
    for (const std::string& name : metric_names(metric.name)) {
      add(Kind::kMetric, name, to_qstring(name), to_qstring(metric.definition));
    }
  }
  if (const auto queries = ready_queries()) {
    for (const ReadyQuery& query : *queries) {
      add(Kind::kQuery, query.id, to_qstring(query.title), to_qstring(query.shows));
    }
  }
  return entries;
}

std::vector<PaletteEntry> built_in_entries() {
  std::vector<PaletteEntry> entries;
  for (const app::BuiltIn& entry : app::built_ins()) {
    const QString name = to_qstring(entry.name);
    entries.push_back({.kind = Kind::kBuiltIn,
                       .id = to_qstring(app::word(entry.kind)) + QLatin1Char(':') + name,
                       .text = to_qstring(entry.title),
                       .detail = kind_title(entry.kind) + QStringLiteral(" · ") + name});
  }
  return entries;
}

std::vector<PaletteEntry> recent_file_entries(const QStringList& paths) {
  std::vector<PaletteEntry> entries;
  for (const QString& path : paths) {
    const QFileInfo info(path);
    if (!info.exists()) continue;
    entries.push_back(
        {.kind = Kind::kRecentFile, .id = path, .text = info.fileName(), .detail = info.path()});
  }
  return entries;
}

}  // namespace nscope::gui
