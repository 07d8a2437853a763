#pragma once

#include "app/gui/docks/source/source_line_model.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/search/event_set.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <memory>
#include <optional>
#include <string>

namespace nscope::gui {

/// Shows the source files of the run, and for each line of a file its time, stalls and traffic. A
/// click on a line highlights its events; an event that is selected elsewhere selects its line. The
/// text of the files is read from RunView::source_root() or from the folder of the capture; without
/// the text, the dock lists the lines with events. GUI thread.
class SourceDock : public DockView {
  Q_OBJECT

 public:
  SourceDock(RunView& run, QWidget* parent);

  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }
  /// Selects the line of a location such as "attn.py:86", now or when the lines are known.
  void enter(const QString& location) override;
  void take_focus() override { view_->setFocus(); }

  /// Selects the next event of the current line in order of time, without DMA packets. After the
  /// last event, continues with the first.
  void next_event() { step(true); }
  void previous_event() { step(false); }

  TablePanel& files() { return *files_; }
  QTableView& view() { return *view_; }
  SourceLineModel& model() { return *model_; }
  QPushButton& next() { return *next_; }
  QPushButton& previous() { return *previous_; }
  QString message() const { return stack_->message(); }
  /// The path of the file and the origin of its text.
  QString caption_text() const { return caption_->text(); }
  /// Notes on the source files and lines; empty if there are none.
  QString notes_text() const { return notes_->isHidden() ? QString() : notes_->text(); }

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Outcome {
    analysis::SourceLines lines;
    app::FoundSources found;
    std::optional<Error> root_error;  ///< the source root cannot be read
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::AnalysisRequest& request,
                                 const std::string& root, const std::string& capture,
                                 TaskControl& control);

  QWidget* make_lines();
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  void clear();
  void list_files();
  void show_file(const std::string& file);
  void show_event();
  void select_row(int row);
  void show_in_centre(int row);
  void show_notes();
  void show_line(int row);
  void zoom_to_longest(int row);
  void step(bool forward);
  void copy_lines() const;
  void choose_folder();
  void choose_archive();

  std::shared_ptr<const Trace> shown_;
  SourceLinesPtr lines_;
  FoundSourcesPtr found_;
  std::string file_;                             ///< that is shown
  std::uint32_t line_ = SourceLineModel::kNone;  ///< current line
  std::unique_ptr<analysis::EventSet> events_;   ///< of the current line; null until it is needed
  HighlightPtr own_highlight_;
  QStringList run_notes_;  ///< notes that apply to all files
  QString wanted_;         ///< location to select when the lines are known
  Job* job_;
  MessageStack* stack_;
  QSplitter* split_;
  TablePanel* files_;
  ElidedLabel* caption_;
  QPushButton* choose_;
  QPushButton* previous_;
  QPushButton* next_;
  QLabel* notes_;
  QTableView* view_;
  SourceLineModel* model_;
};

}  // namespace nscope::gui
