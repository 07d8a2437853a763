#pragma once

#include "app/gui/background/job.h"
#include "app/gui/panels/sql_panel.h"
#include "app/gui/panels/table_panel.h"
#include "profiler/analysis/summary.h"
#include "profiler/trace/trace.h"

#include <QTabWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nscope::gui {

/// One tab per analysis of the registry, and the SQL console. The tables are
/// computed in the background, for the whole run or the selected range.
/// GUI thread.
class AnalysisTabs : public QTabWidget {
  Q_OBJECT

 public:
  explicit AnalysisTabs(QWidget* parent = nullptr);

  /// Follow with set_scope(), which computes the tables.
  void set_trace(std::shared_ptr<const Trace> trace);
  void set_scope(const analysis::SummaryOptions& scope);
  std::vector<Job*> jobs() { return {job_, &sql_->job()}; }
  /// The table of the analysis `id`; nullptr where there is none.
  TablePanel* table(const std::string& id);
  SqlPanel& sql() { return *sql_; }

 signals:
  /// An opcode was chosen in the operator table; empty: none.
  void name_chosen(const QString& name);
  void diagnostics_counted(int count);

 private:
  struct Outcome {
    std::string id;
    Result<Table> table;
  };
  void compute();
  void show_tables(std::vector<Outcome> outcomes);

  std::shared_ptr<const Trace> trace_;
  bool fresh_ = false;  ///< no table of this trace was shown yet
  analysis::SummaryOptions scope_;
  Job* job_;
  std::map<std::string, TablePanel*> tables_;
  SqlPanel* sql_;
};

}  // namespace nscope::gui
