#pragma once

#include "app/gui/run/run_annotations.h"
#include "app/gui/timeline/model/highlight.h"
#include "app/gui/timeline/model/selected_range.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/trace/trace.h"

#include <QObject>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Who waited for whom in a run, computed once for all views: large runs need seconds and
/// gigabytes for it.
using DependenciesPtr = std::shared_ptr<analysis::SharedDependencies>;

/// What comes with a run.
struct RunSource {
  QString session{};                      ///< path of the session; empty: it is none
  std::vector<Annotation> annotations{};  ///< that the session has
  DependenciesPtr dependencies{};         ///< that others share, too; null: nobody else does
};

/// What all views of one run share: the run, the selected event and range, what is
/// highlighted. A view changes it here and follows the signals; no view knows another.
/// Setting what is set already emits nothing, so that views may answer each other.
/// GUI thread.
class RunView : public QObject {
  Q_OBJECT

 public:
  explicit RunView(QObject* parent = nullptr);

  /// Forgets event, range and highlight. Null: no run is open.
  void set_trace(std::shared_ptr<const Trace> trace, RunSource source = {});
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  const DependenciesPtr& dependencies() const { return dependencies_; }

  /// Invalid: none.
  SliceId selected_event() const { return event_; }
  const std::optional<SelectedRange>& range() const { return range_; }
  const HighlightPtr& highlight() const { return highlight_; }
  /// Where is kept what outlives the program: histories, unsaved annotations. Empty: nothing
  /// is kept. Set before the first run.
  void set_data_folder(const QString& folder);
  const QString& data_folder() const { return data_folder_; }

  RunAnnotations& annotations() const { return *annotations_; }
  /// The session that the run was read from or saved as; empty: none.
  const QString& session() const { return session_; }
  /// It was saved there, with these annotations.
  void set_saved(const QString& session, std::vector<Annotation> annotations);

 public slots:
  void select(nscope::SliceId event);
  /// select(), and the timeline brings it into view.
  void reveal(nscope::SliceId event);
  /// The same, and the timeline zooms to it.
  void zoom_to(nscope::SliceId event);
  /// The timeline shows this time; nothing is selected by it.
  void show_time(const nscope::gui::TimeView& time);
  void show_track(nscope::TrackId track);
  void set_range(std::optional<nscope::gui::SelectedRange> range);
  void set_highlight(nscope::gui::HighlightPtr highlight);

 signals:
  void trace_changed();
  void event_changed(nscope::SliceId event);
  void range_changed();
  void highlight_changed();
  void reveal_wanted(nscope::SliceId event);
  void zoom_wanted(nscope::SliceId event);
  void time_wanted(const nscope::gui::TimeView& time);
  void track_wanted(nscope::TrackId track);

 private:
  bool has(SliceId event) const;

  std::shared_ptr<const Trace> trace_;
  DependenciesPtr dependencies_;
  QString session_;
  QString data_folder_;
  RunAnnotations* annotations_;
  SliceId event_;
  std::optional<SelectedRange> range_;
  HighlightPtr highlight_;
};

}  // namespace nscope::gui
