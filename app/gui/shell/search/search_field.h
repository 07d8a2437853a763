#pragma once

#include "app/gui/background/job.h"
#include "app/gui/shell/search/search_index.h"

#include <QLineEdit>
#include <QListWidget>
#include <memory>

namespace nscope::gui {

/// The search field of the top bar. It lists matching tracks and event names during typing. Enter
/// goes to the match, and to the next event when pressed again. GUI thread.
class SearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit SearchField(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  /// The event from which the search for the next event starts.
  void set_current(SliceId slice) { current_ = slice; }
  const QListWidget& list() const { return *list_; }
  Job& job() { return *index_job_; }

 signals:
  void jump_to_slice(nscope::SliceId slice);
  void jump_to_track(nscope::TrackId track);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// Shows what the field is for, and `tip`, as its tooltip.
  void explain(const QString& tip);
  void refresh();
  void read_names();
  void activate(int row);
  void place_list();

  Job* index_job_;
  std::shared_ptr<const SearchIndex> index_;  ///< null until it is needed, or while it is computed
  std::shared_ptr<const Trace> trace_;
  std::vector<SearchHit> hits_;
  SliceId current_;
  QListWidget* list_;
};

}  // namespace nscope::gui
