#include "app/gui/panels/analysis_tabs.h"

#include "app/gui/text.h"
#include "profiler/analysis/analysis.h"

#include <QHeaderView>
#include <QTabBar>

namespace nscope::gui {
namespace {

/// Short tab titles for the analyses we know; others show their own title.
QString tab_title(const analysis::Analysis& analysis) {
  if (analysis.id == "opcodes") return AnalysisTabs::tr("Operators");
  if (analysis.id == "activity") return AnalysisTabs::tr("Tracks");
  if (analysis.id == "tensors") return AnalysisTabs::tr("Tensors");
  if (analysis.id == "summary") return AnalysisTabs::tr("Metrics");
  if (analysis.id == "diagnostics") return AnalysisTabs::tr("Diagnostics");
  return to_qstring(analysis.title);
}

QString empty_text(const analysis::Analysis& analysis) {
  if (analysis.id == "diagnostics") {
    return AnalysisTabs::tr("Nothing was repaired, skipped or unknown.");
  }
  return AnalysisTabs::tr("No rows. This page shows %1.").arg(to_qstring(analysis.shows));
}

}  // namespace

AnalysisTabs::AnalysisTabs(QWidget* parent)
    : QTabWidget(parent), job_(new Job(tr("Analyses"), this)), sql_(new SqlPanel) {
  setDocumentMode(true);
  tabBar()->setExpanding(false);
  tabBar()->setDrawBase(false);
  setAccessibleName(tr("Analyses"));
  const auto add = [this](const analysis::Analysis& analysis) {
    auto* panel = new TablePanel(empty_text(analysis));
    panel->view().setAccessibleName(to_qstring(analysis.title));
    tables_[std::string(analysis.id)] = panel;
    setTabToolTip(addTab(panel, tab_title(analysis)), to_qstring(analysis.shows));
  };
  // Operators are what users come for; the single figures follow.
  for (const auto* analysis : analysis::registry()) {
    if (analysis->id == "opcodes") add(*analysis);
  }
  for (const auto* analysis : analysis::registry()) {
    if (analysis->id != "opcodes") add(*analysis);
  }
  setTabToolTip(addTab(sql_, tr("SQL")), tr("Queries over the trace"));
  setCurrentIndex(0);
  if (TablePanel* operators = table("opcodes")) {
    connect(operators, &TablePanel::row_chosen, this,
            [this, operators] { emit name_chosen(operators->current_text("opcode")); });
  }
}

TablePanel* AnalysisTabs::table(const std::string& id) {
  const auto it = tables_.find(id);
  return it == tables_.end() ? nullptr : it->second;
}

void AnalysisTabs::set_trace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  fresh_ = true;
  scope_ = {};
  sql_->set_trace(trace_);
}

void AnalysisTabs::set_scope(const analysis::SummaryOptions& scope) {
  scope_ = scope;
  compute();
}

void AnalysisTabs::compute() {
  if (!trace_) return;
  job_->start(
      [trace = trace_, scope = scope_](TaskControl& control) {
        std::vector<Outcome> outcomes;
        for (const auto* analysis : analysis::registry()) {
          if (control.cancelled()) break;
          control.begin("tables", 0);
          outcomes.push_back({std::string(analysis->id),
                              analysis::run_analysis(*analysis, *trace, scope, control)});
        }
        return outcomes;
      },
      [this](std::vector<Outcome> outcomes) { show_tables(std::move(outcomes)); });
}

void AnalysisTabs::show_tables(std::vector<Outcome> outcomes) {
  for (Outcome& outcome : outcomes) {
    TablePanel* panel = table(outcome.id);
    if (panel == nullptr) continue;
    if (!outcome.table) {
      panel->set_message(to_qstring(nscope::to_string(outcome.table.error())));
      continue;
    }
    const int rows = static_cast<int>(outcome.table->row_count());
    panel->set_table(std::move(*outcome.table));
    if (outcome.id == "opcodes") {
      const auto& columns = panel->model().table().columns();
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].id == "time_ns") {
          panel->view().sortByColumn(static_cast<int>(c), Qt::DescendingOrder);
        }
      }
    }
    if (outcome.id == "diagnostics") {
      setTabText(indexOf(panel), rows == 0 ? tr("Diagnostics") : tr("Diagnostics %1").arg(rows));
      emit diagnostics_counted(rows);
    }
  }
  // A run without operators begins with what it does have.
  TablePanel* const operators = table("opcodes");
  if (std::exchange(fresh_, false) && operators->model().table().row_count() == 0 &&
      currentWidget() == operators) {
    setCurrentWidget(table("activity"));
  }
}

}  // namespace nscope::gui
