#pragma once

#include "app/gui/analysis/analysis_panel.h"
#include "app/gui/background/job.h"
#include "app/gui/docks/event_panel.h"
#include "app/gui/docks/summary_panel.h"
#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/inspect/dock_shares.h"
#include "app/gui/run/dock_view.h"
#include "app/gui/run/run_view.h"
#include "app/gui/sql/sql_panel.h"
#include "app/gui/timeline/timeline_panel.h"
#include "profiler/trace/run_place.h"

#include <QMainWindow>
#include <QUndoStack>
#include <map>
#include <memory>
#include <vector>

class QDockWidget;

namespace nscope::gui {

class MarkerNotes;
class QueryStrip;
class TimelineKeys;

/// The workspace for one run: the timeline, surrounded by docks that can be moved, tabbed, floated
/// and closed. The view in a dock is created when the dock is first shown. GUI thread.
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
  /// The tracks made of SQL queries.
  QueryStrip& query_strip() { return *query_strip_; }

  /// One action for each dock that shows or hides it, for menus.
  std::vector<QAction*> dock_actions() const;
  /// Opens a dock and brings it to the front. Returns false if `id` is unknown.
  bool show_dock(const QString& id);
  /// The view of a dock, created if the dock was not shown before; nullptr for an unknown id.
  DockView* dock_view(const QString& id);
  /// dock_view() cast to `View`. `id` must be the id of a dock with that view.
  template <class View>
  View& view(const char* id) {
    return static_cast<View&>(*dock_view(QString::fromLatin1(id)));
  }

  EventPanel& event_panel();
  SummaryPanel& summary_panel();
  AnalysisPanel& analyses();
  SqlPanel& sql();

  /// The jobs of the existing views. job_made() announces jobs of views that are created later.
  std::vector<Job*> jobs() const;

  /// What the timeline shows and what is selected.
  RunPlace place() const;
  /// Shows a place of the run and selects its event and range.
  void go_to(const RunPlace& place);
  /// Puts a link to a place of the run on the clipboard: FILE#PLACE. Without a file, a notice says
  /// that the run must be saved first.
  void copy_link(const RunPlace& place);

  /// The text on the left of the status bar.
  const QString& status() const { return status_; }

  /// The positions of the docks and the states of their views.
  QByteArray save_layout() const;
  /// Ignores an unknown format and unknown docks.
  void restore_layout(const QByteArray& state);
  /// Like restore_layout(), but the user can undo it.
  void change_layout(const QByteArray& state);
  /// Restores the standard layout.
  void reset_layout();
  /// The undo stack of layout changes.
  QUndoStack& layout_undo() { return layout_undo_; }

 signals:
  void status_changed(const QString& text);
  void diagnostics_counted(int count);
  void failed(const QString& what, const nscope::Error& error);
  /// Information for the user that is not an error.
  void noticed(const QString& title, const QString& text);
  void job_made(nscope::gui::Job* job);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  class LayoutChange;
  struct Place {
    QDockWidget* dock = nullptr;
    DockView* view = nullptr;  ///< null until it is first shown
    QByteArray state{};        ///< restored when the view is created
  };

  void connect_timeline();
  void connect_event_menu();
  void add_docks();
  void make_view(const DockKind& kind);
  void place_docks();
  /// Hides the title bar of docks in tabs, because the tab already shows the name.
  void update_title_bars();
  void note_layout();
  QString front_of(const QString& id) const;
  void show_first_dock();
  bool restore_docks(const QByteArray& state);
  void update_status(std::optional<double> cursor);
  QString arrangements_folder() const;

  RunView run_;
  QString status_;
  TimelinePanel* panel_;
  MarkerNotes* markers_;
  TimelineKeys* keys_;
  QueryStrip* query_strip_;
  std::map<QString, Place> places_;  ///< docks by id
  QUndoStack layout_undo_;
  QTimer layout_timer_;          ///< delays note_layout() until a drag has ended
  QByteArray layout_;            ///< the layout at the last note_layout()
  bool sized_ = false;           ///< whether the docks have their initial sizes
  QString suggested_;            ///< the dock that show_first_dock() last showed; empty: none
  bool suggestion_due_ = false;  ///< show_first_dock() waits until the page is visible
  DockShares shares_;            ///< of the docks, kept when the page changes its size
};

}  // namespace nscope::gui
