#include "app/gui/inspect/marker_notes.h"

#include "app/gui/text/text.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

/// Annotations are at whole ticks.
TraceTime whole_tick(double tick) {
  return TraceTime(static_cast<std::int64_t>(std::llround(tick)));
}

std::vector<RunAnnotations::MarkerPlace> places(const Markers& markers) {
  std::vector<RunAnnotations::MarkerPlace> found;
  for (const Marker& marker : markers) {
    found.push_back({whole_tick(marker.tick), to_string(marker.name)});
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<RunAnnotations::MarkerPlace> places(const std::vector<Annotation>& notes) {
  std::vector<RunAnnotations::MarkerPlace> found;
  for (const Annotation& note : notes) {
    if (note.kind == Annotation::Kind::kMarker) found.push_back({note.begin, note.name});
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

MarkerNotes::MarkerNotes(TimelineWidget& timeline, RunAnnotations& notes, QObject* parent)
    : QObject(parent), timeline_(timeline), notes_(notes) {
  connect(&timeline_, &TimelineWidget::markers_changed, this, &MarkerNotes::keep);
  connect(&notes_, &RunAnnotations::changed, this, &MarkerNotes::show);
}

void MarkerNotes::resume() {
  paused_ = false;
  show();
}

void MarkerNotes::keep() {
  if (paused_ || !timeline_.trace()) return;
  Result<> kept;
  {
    const QScopedValueRollback<bool> mine(paused_, true);
    kept = notes_.set_markers(places(timeline_.markers()));
  }
  if (kept) return;
  show();
  emit failed(tr("Cannot save the markers"), kept.error());
}

void MarkerNotes::show_events() {
  std::vector<EventNote> shown;
  for (const Annotation& note : notes_.annotations()) {
    if (note.kind != Annotation::Kind::kEvent) continue;
    shown.push_back({note.event, to_qstring(note.name), QColor::fromRgb(note.color)});
  }
  timeline_.set_event_notes(std::move(shown));
}

void MarkerNotes::show() {
  if (paused_ || !timeline_.trace()) return;
  show_events();
  const auto wanted = places(notes_.annotations());
  if (wanted == places(timeline_.markers())) return;
  Markers markers;
  for (const auto& place : wanted) {
    markers.push_back({static_cast<double>(place.time.value()), to_qstring(place.name)});
  }
  const QScopedValueRollback<bool> mine(paused_, true);
  timeline_.set_markers(std::move(markers));
}

}  // namespace nscope::gui

#include "moc_marker_notes.cpp"
