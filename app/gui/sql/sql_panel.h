#pragma once

#include "app/gui/analysis/analysis_chart.h"
#include "app/gui/background/job.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/sql/sql_editor.h"
#include "profiler/base/result.h"
#include "profiler/sql/query_tracks.h"
#include "profiler/sql/ready_queries.h"
#include "profiler/trace/trace.h"

#include <QPushButton>
#include <QSplitter>
#include <QWidget>
#include <memory>

class QMenu;

namespace nscope::gui {

/// A console for SQL queries on the trace, like `nscope query`. Queries run in a background job.
/// The result is a table and optionally a plot of two of its columns. GUI thread.
class SqlPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SqlPanel(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  void set_query(const QString& sql) { editor_->setPlainText(sql); }
  /// Inserts a ready-made query with its title as a comment into the editor and runs it.
  void run_ready(const ReadyQuery& query);
  QString query() const { return editor_->toPlainText(); }
  void run();
  Job& job() { return *job_; }
  SqlEditor& editor() { return *editor_; }
  TablePanel& result() { return *result_; }
  AnalysisChart& chart() { return *chart_; }
  QString status() const { return status_->text(); }

  /// Shows or hides the plot next to the table. x_column() and y_column() choose its columns.
  void set_plotted(bool plotted);
  QComboBox& x_column() { return *x_; }
  QComboBox& y_column() { return *y_; }

  enum class Format { kCsv, kJson };
  /// The rows in the shown order; JSON is the same as that of `nscope query --json`.
  std::string result_as(Format format) const;
  /// Emits track_wanted() with the query in the editor, or failed() if the shown result has not the
  /// columns of such a track.
  void add_track(QueryTrackKind kind);
  /// Writes result_as() to a file. Emits failed() on an error.
  void save_as(Format format, const QString& path);

 signals:
  void row_activated(std::size_t row);
  /// A query was started.
  void started(const QString& query);
  void failed(const QString& what, const nscope::Error& error);
  /// The user wants to see the rows of the query as a track.
  void track_wanted(const nscope::QueryTrack& track);

 private:
  void build_layout();
  QWidget* build_actions();
  QWidget* build_plot();
  void fill_ready_queries(QMenu* menu);
  void clear_result();
  void show_result(Result<Table> result, double milliseconds);
  void offer_columns();
  void draw();
  void ask_and_save(Format format);

  std::shared_ptr<const Trace> trace_;
  Job* job_;
  SqlEditor* editor_;
  QPushButton* run_;
  QPushButton* plot_;
  QPushButton* export_;
  QPushButton* add_;
  QString run_query_;  ///< that of the shown result
  QLabel* status_;
  QSplitter* split_;
  TablePanel* result_;
  QWidget* plot_side_ = nullptr;
  ChoiceBox* x_;
  ChoiceBox* y_;
  ChoiceBox* kind_;
  AnalysisChart* chart_;
};

}  // namespace nscope::gui
