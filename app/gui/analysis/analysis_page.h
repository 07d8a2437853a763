#pragma once

#include "app/gui/analysis/analysis_chart.h"
#include "app/gui/analysis/analysis_header.h"
#include "app/gui/analysis/parameter_form.h"
#include "app/gui/analysis/result_cache.h"
#include "app/gui/analysis/row_target.h"
#include "app/gui/background/job.h"
#include "app/gui/panels/table_panel.h"
#include "profiler/trace/trace.h"

#include <QSplitter>
#include <QTimer>
#include <map>
#include <memory>
#include <string>

namespace nscope::gui {

/// The page of an analysis: its parameters, its result as a table and as the plot that the analysis
/// declares, and its notes. Results are computed in a background job, where a new request replaces
/// the previous one, and are cached. GUI thread.
class AnalysisPage : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisPage(QWidget* parent = nullptr);

  /// Discards the results of the previous run. Call set_range() afterwards.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  /// Sets the analysed range in ticks (nullopt: the whole run) and computes.
  void set_range(const std::optional<std::pair<TraceTime, TraceTime>>& range);
  /// Shows an analysis with the parameters it had last and computes.
  void choose(const analysis::Analysis& analysis);
  const analysis::Analysis* analysis() const { return analysis_; }

  ResultView view() const { return view_; }
  void set_view(ResultView view);

  AnalysisHeader& header() { return *header_; }
  ParameterForm& form() { return *form_; }
  TablePanel& table() { return *table_; }
  AnalysisChart& chart() { return *chart_; }
  Job& job() { return *job_; }
  QString notes() const { return notes_->text(); }

  /// The shown result in `format`, with rows in the order in which they are shown.
  std::string shown_as(ExportFormat format) const;
  /// Writes the shown result to a file. Emits failed() on an error.
  void save_as(ExportFormat format, const QString& path);

 signals:
  void slice_chosen(SliceId slice);
  void range_chosen(const RowRange& range);
  /// The current row changed. `name` is its opcode or instruction; empty: none.
  void name_chosen(const QString& name);
  /// The page shows a result of the analysis `id`.
  void result_shown(const QString& id, int rows);
  void failed(const QString& what, const Error& error);

 private:
  struct Question {
    const analysis::Analysis* analysis = nullptr;
    analysis::AnalysisRequest request{};
    std::string key{};
    QString scope{};
  };

  void build_layout();
  Question question() const;
  void name_analysis();
  QString scope_text() const;
  void compute();
  void receive(const Question& asked, Result<Table> result);
  void show_result(const Question& asked, std::shared_ptr<const Table> table);
  void show_error(const Error& error);
  void show_progress();
  void show_views();
  void share_width();
  void draw();
  void announce_name();
  void follow_row(std::size_t row);
  void export_as(ExportFormat format);

  std::shared_ptr<const Trace> trace_;
  std::optional<std::pair<TraceTime, TraceTime>> range_;
  const analysis::Analysis* analysis_ = nullptr;
  std::map<std::string_view, analysis::ParameterValues>
      parameters_;  ///< last values, by analysis id
  ResultView view_ = ResultView::kBoth;
  ResultCache cache_;
  /// The dependencies of the run, which several analyses use. set_trace() replaces them, so that
  /// other views can share them.
  std::shared_ptr<analysis::SharedDependencies> dependencies_;
  std::string wanted_;  ///< key of the request whose result the page must show
  Question shown_;      ///< the request whose result is shown; no analysis: none

  Job* job_;
  QTimer progress_timer_;
  AnalysisHeader* header_;
  ParameterForm* form_;
  QLabel* progress_;
  QPushButton* cancel_;
  QSplitter* split_;
  bool split_moved_ = false;  ///< whether the user moved the splitter
  TablePanel* table_;
  AnalysisChart* chart_;
  QLabel* notes_;
};

}  // namespace nscope::gui
