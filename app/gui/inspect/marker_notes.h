#pragma once

#include "app/gui/run/run_annotations.h"
#include "app/gui/timeline/timeline_widget.h"
#include "profiler/base/result.h"

#include <QObject>

namespace nscope::gui {

/// Synchronises the markers of a timeline with the annotations of kind "marker" in both directions,
/// so that markers are saved with the session and marker annotations are visible in the timeline.
/// Annotations of events are shown at their events.
/// GUI thread.
class MarkerNotes : public QObject {
  Q_OBJECT

 public:
  MarkerNotes(TimelineWidget& timeline, RunAnnotations& notes, QObject* parent);

  /// Stops the synchronisation while the run changes. Call resume() afterwards.
  void pause() { paused_ = true; }
  /// Restarts the synchronisation; the timeline takes over the markers of the annotations.
  void resume();

 signals:
  void failed(const QString& what, const nscope::Error& error);

 private:
  void keep();
  void show();
  void show_events();

  TimelineWidget& timeline_;
  RunAnnotations& notes_;
  bool paused_ = false;
};

}  // namespace nscope::gui
