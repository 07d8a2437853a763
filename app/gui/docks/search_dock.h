#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/search/event_search.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <memory>

namespace nscope::gui {

/// Finds events by conditions (docs/search.md). Shows the first matches as a table and the counts
/// of all matches by name, steps through the matches, and highlights them in the other views. GUI
/// thread.
class SearchDock : public DockView {
  Q_OBJECT

 public:
  SearchDock(RunView& run, QWidget* parent);

  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }
  void enter(const QString& text) override;
  void take_focus() override;

  void search();
  /// Selects the next match in order of time. After the last match, continues with the first.
  void next();
  void previous();

  QLineEdit& query() { return *query_; }
  TablePanel& events() { return *events_; }
  TablePanel& names() { return *names_; }
  QPushButton& highlights() { return *highlights_; }
  QString status() const { return status_->text(); }

 protected:
  void refresh() override;

 private:
  void build_layout();
  void build_fields_menu(QPushButton* button);
  void check();
  void show_error(const QString& text);
  void show_found(Result<analysis::FoundEvents> found);
  void show_status();
  void show_row_of_event();
  void highlight();
  void clear();
  void narrow_to(std::size_t row);
  void step(bool forward);

  std::shared_ptr<const Trace> shown_;
  analysis::FoundEvents found_;
  QString searched_;  ///< the query of the last search
  HighlightPtr own_highlight_;
  Job* job_;
  QLineEdit* query_;
  QPushButton* find_;
  QPushButton* previous_;
  QPushButton* next_;
  QPushButton* highlights_;
  QLabel* status_;
  QSplitter* split_;
  TablePanel* events_;
  TablePanel* names_;
};

}  // namespace nscope::gui
