#pragma once

#include "app/gui/run/run_annotations.h"
#include "app/gui/timeline/model/highlight.h"
#include "app/gui/timeline/model/named_regions.h"
#include "app/gui/timeline/model/selected_range.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/sql/query_tracks.h"
#include "profiler/trace/trace.h"

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The dependencies between events of a run. They are computed once for all views, because this
/// takes seconds and gigabytes of memory for large runs.
using DependenciesPtr = std::shared_ptr<analysis::SharedDependencies>;

/// Data that belongs to a run but is not part of the trace.
struct RunSource {
  QString session{};                      ///< path of the session; empty: not a session
  std::vector<Annotation> annotations{};  ///< those in the session
  DependenciesPtr dependencies{};         ///< shared with other views; null: create new ones
  QString capture{};                      ///< path of the opened file or folder; empty: none
  std::string view{};                     ///< state of the view in the session; empty: none
};

/// The state that all views of a run share: the run, the selected event and range, and the
/// highlight. Views change the state here and follow the signals; they do not know each other.
/// Setting an unchanged value emits no signal, so that views can react to each other without loops.
/// GUI thread.
class RunView : public QObject {
  Q_OBJECT

 public:
  explicit RunView(QObject* parent = nullptr);

  /// Sets the run (null: no run is open) and clears the selected event, range and highlight.
  void set_trace(std::shared_ptr<const Trace> trace, RunSource source = {});
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  const DependenciesPtr& dependencies() const { return dependencies_; }

  /// The selected event; invalid: none.
  SliceId selected_event() const { return event_; }
  const std::optional<SelectedRange>& range() const { return range_; }
  const HighlightPtr& highlight() const { return highlight_; }
  /// The event with which the selected one is compared; invalid: none.
  SliceId baseline() const { return baseline_; }
  /// The queries that the timeline shows as tracks.
  const std::vector<QueryTrack>& query_tracks() const { return query_tracks_; }
  /// The regions of the run that the timeline names; null: none.
  const NamedRegionsPtr& regions() const { return regions_; }
  /// Sets the folder for persistent data such as histories and unsaved annotations. Empty: nothing
  /// is stored. Must be set before the first run.
  void set_data_folder(const QString& folder);
  const QString& data_folder() const { return data_folder_; }

  RunAnnotations& annotations() const { return *annotations_; }
  /// The session that the run was read from or saved as; empty: none.
  const QString& session() const { return session_; }
  /// The file or folder that the run was read from; empty: none.
  const QString& capture() const { return capture_; }
  /// The folder or archive with the source files of the runs; empty: the folder of the capture.
  const QString& source_root() const { return source_root_; }
  void set_source_root(const QString& path);
  /// Sets the source of the state of the view, which is saved in sessions.
  void set_view_text(std::function<std::string()> text) { view_text_ = std::move(text); }
  /// The state of the view; empty: unknown.
  std::string view_text() const { return view_text_ ? view_text_() : std::string(); }
  /// Call after the run was saved as `session` with `annotations`.
  void set_saved(const QString& session, std::vector<Annotation> annotations);

 public slots:
  void select(nscope::SliceId event);
  /// Selects an event and scrolls the timeline to it.
  void reveal(nscope::SliceId event);
  /// Selects an event and zooms the timeline to it.
  void zoom_to(nscope::SliceId event);
  /// Zooms the timeline to an interval without changing the selection.
  void show_time(const nscope::gui::TimeView& time);
  void show_track(nscope::TrackId track);
  /// Shows the analysis with this id. Unknown ids change nothing.
  void show_analysis(const QString& id);
  void set_range(std::optional<nscope::gui::SelectedRange> range);
  void set_highlight(nscope::gui::HighlightPtr highlight);
  void set_regions(nscope::gui::NamedRegionsPtr regions);
  void set_baseline(nscope::SliceId event);
  void set_query_tracks(std::vector<nscope::QueryTrack> tracks);

 signals:
  void trace_changed();
  void event_changed(nscope::SliceId event);
  void range_changed();
  void highlight_changed();
  void regions_changed();
  void baseline_changed(nscope::SliceId event);
  void query_tracks_changed();
  void source_root_changed();
  void reveal_wanted(nscope::SliceId event);
  void zoom_wanted(nscope::SliceId event);
  void time_wanted(const nscope::gui::TimeView& time);
  void track_wanted(nscope::TrackId track);
  void analysis_wanted(const QString& id);

 private:
  bool has(SliceId event) const;

  std::shared_ptr<const Trace> trace_;
  DependenciesPtr dependencies_;
  QString session_;
  QString capture_;
  QString source_root_;
  QString data_folder_;
  RunAnnotations* annotations_;
  SliceId event_;
  SliceId baseline_;
  std::vector<QueryTrack> query_tracks_;
  std::optional<SelectedRange> range_;
  HighlightPtr highlight_;
  NamedRegionsPtr regions_;
  std::function<std::string()> view_text_;
};

}  // namespace nscope::gui
