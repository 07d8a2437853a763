#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/metrics/selection_summary.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>

namespace nscope::gui {

/// Summarises the events in the selected range by name and by track, or compares the selected event
/// with all events of the same name. GUI thread.
class SelectionDock : public DockView {
  Q_OBJECT

 public:
  enum class Subject { kRange, kEvent };

  SelectionDock(RunView& run, QWidget* parent);

  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }

  /// Chooses between the range and the event if both are selected.
  void show_subject(Subject subject);
  Subject subject() const { return subject_; }

  QPushButton& range_button() { return *range_; }
  QPushButton& event_button() { return *event_; }
  TablePanel& names() { return *names_; }
  TablePanel& tracks() { return *tracks_; }
  QString caption() const { return caption_->text(); }

 protected:
  void refresh() override;

 private:
  void build_layout();
  void choose_subject();
  void compute();
  void show_summary(const Result<analysis::SelectionSummary>& summary);
  QString scope_text() const;
  QString event_text(const analysis::SelectionSummary& summary) const;
  void show_message(const QString& text);

  Subject subject_ = Subject::kRange;
  analysis::SelectionSummary shown_;
  Job* job_;
  QPushButton* range_;
  QPushButton* event_;
  QLabel* caption_;
  QSplitter* split_;
  TablePanel* names_;
  TablePanel* tracks_;
};

}  // namespace nscope::gui
