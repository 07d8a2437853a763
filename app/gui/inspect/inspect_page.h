#pragma once

#include "app/gui/analysis/analysis_panel.h"
#include "app/gui/background/job.h"
#include "app/gui/docks/event_panel.h"
#include "app/gui/docks/summary_panel.h"
#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/run/dock_view.h"
#include "app/gui/run/run_view.h"
#include "app/gui/sql/sql_panel.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QMainWindow>
#include <QUndoStack>
#include <map>
#include <memory>
#include <vector>

class QDockWidget;

namespace nscope::gui {

class MarkerNotes;

/// The workspace over one run: the timeline, and docks around it that can be moved,
/// tabbed, floated and closed. A dock's view is made when it is first shown. GUI thread.
class InspectPage : public QMainWindow {
  Q_OBJECT

 public:
  explicit InspectPage(QWidget* parent = nullptr);
  ~InspectPage() override;

  void set_trace(std::shared_ptr<const Trace> trace, RunSource source = {});
  const std::shared_ptr<const Trace>& trace() const { return run_.trace(); }
  RunView& run() { return run_; }
  TimelineWidget& timeline() { return panel_->timeline(); }
  TimelinePanel& timeline_panel() { return *panel_; }

  /// Shows or hides each dock: for menus.
  std::vector<QAction*> dock_actions() const;
  /// Opens a dock and brings it to the front. False where there is none of that id.
  bool show_dock(const QString& id);
  /// The view of a dock, made where it was not shown before; nullptr for an unknown id.
  DockView* dock_view(const QString& id);
  /// The same as what it is.
  template <class View>
  View& view(const char* id) {
    return static_cast<View&>(*dock_view(QString::fromLatin1(id)));
  }

  EventPanel& event_panel();
  SummaryPanel& summary_panel();
  AnalysisPanel& analyses();
  SqlPanel& sql();

  /// Of the views there are; job_made() tells of those that come.
  std::vector<Job*> jobs() const;

  /// Left text of the status bar.
  const QString& status() const { return status_; }

  /// Where the docks are, and the state of their views.
  QByteArray save_layout() const;
  /// Ignores what it does not know.
  void restore_layout(const QByteArray& state);
  /// The layout as it is at first.
  void reset_layout();
  /// Changes of the layout, to be taken back.
  QUndoStack& layout_undo() { return layout_undo_; }

 signals:
  void status_changed(const QString& text);
  void diagnostics_counted(int count);
  void failed(const QString& what, const nscope::Error& error);
  /// Something to know that is no error.
  void noticed(const QString& title, const QString& text);
  void job_made(nscope::gui::Job* job);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  class LayoutChange;
  struct Place {
    QDockWidget* dock = nullptr;
    DockView* view = nullptr;  ///< null until it is first shown
    QByteArray state{};        ///< for a view that is yet to be made
  };

  void connect_timeline();
  void add_docks();
  void make_view(const DockKind& kind);
  void place_docks();
  /// Docks in tabs show their name once.
  void update_title_bars();
  void note_layout();
  bool restore_docks(const QByteArray& state);
  void update_status(std::optional<double> cursor);
  QString arrangements_folder() const;

  RunView run_;
  QString status_;
  TimelinePanel* panel_;
  MarkerNotes* markers_;
  std::map<QString, Place> places_;  ///< by id
  QUndoStack layout_undo_;
  QTimer layout_timer_;  ///< waits for the end of a drag
  QByteArray layout_;    ///< as last noted
  bool sized_ = false;   ///< the docks have their first sizes
};

}  // namespace nscope::gui
