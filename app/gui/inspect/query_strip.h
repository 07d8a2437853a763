#pragma once

#include "app/gui/background/job.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/run/run_view.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// The tracks made of SQL queries, as a second timeline below that of the run, with the same time
/// and selection. Hidden while there are no queries. They are in no analysis of the run. A row with
/// a slice_id selects its event. GUI thread.
class QueryStrip : public QWidget {
  Q_OBJECT

 public:
  /// `main` is the timeline of the run; it must outlive the strip.
  QueryStrip(RunView& run, TimelineWidget& main, QWidget* parent = nullptr);

  Job& job() { return *job_; }
  TimelineWidget& timeline() { return *timeline_; }
  /// How many rows are shown, and what could not be shown.
  QString caption() const { return caption_->text(); }
  QPushButton& remove_all() { return *remove_; }
  /// Removes the query of a track.
  void remove(TrackId track);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void receive(const std::shared_ptr<const Trace>& of, const Result<QueryTracks>& tracks);
  void show_caption();
  void fit();
  void follow_main();
  void follow_own();
  void choose(SliceId event);

  RunView& run_;
  TimelineWidget& main_;
  Job* job_;
  ElidedLabel* caption_;
  QPushButton* remove_;
  TimelineWidget* timeline_;
  QueryTracks tracks_;
  std::vector<QueryTrack> shown_;  ///< the queries of tracks_
  bool following_ = false;
};

}  // namespace nscope::gui
