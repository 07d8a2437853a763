#pragma once

#include "app/gui/run/run_annotations.h"
#include "app/gui/timeline/timeline_widget.h"
#include "profiler/base/result.h"

#include <QObject>

namespace nscope::gui {

/// Keeps the markers of a timeline and the annotations of kind "marker" the same, whichever
/// is changed: a marker is saved with the session, and a note of that kind is seen in the
/// timeline. GUI thread.
class MarkerNotes : public QObject {
  Q_OBJECT

 public:
  MarkerNotes(TimelineWidget& timeline, RunAnnotations& notes, QObject* parent);

  /// While the run changes neither follows the other. Follow with resume().
  void pause() { paused_ = true; }
  /// The timeline shows the markers of the notes.
  void resume();

 signals:
  void failed(const QString& what, const nscope::Error& error);

 private:
  void keep();
  void show();

  TimelineWidget& timeline_;
  RunAnnotations& notes_;
  bool paused_ = false;
};

}  // namespace nscope::gui
