#include "app/gui/sql/sql_panel.h"

#include "app/gui/analysis/row_target.h"
#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/run_button.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/sql/sql_session.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Maximum number of rows in a result, to limit memory.
constexpr std::size_t kSqlPanelMostRows = 100'000;

/// The query with which the editor begins. Only runs of NeuronCores have engines.
QString first_query(const Trace* trace) {
  const bool engines = trace == nullptr || std::ranges::any_of(trace->tracks(), [](const Track& t) {
                         return t.engine != Engine::kNone;
                       });
  const QString by = engines ? QStringLiteral("engine, name") : QStringLiteral("name");
  return QStringLiteral(
             "SELECT %1, count(*) AS n, sum(duration_ns) AS total_ns\n"
             "FROM slice WHERE kind IN ('instruction', 'operator')\n"
             "GROUP BY %1 ORDER BY total_ns DESC LIMIT 50")
      .arg(by);
}

/// The words for completion. The tables are the same for every run, so an empty trace is enough.
SqlNames names_of_sql() {
  const auto session = SqlSession::open(std::make_shared<const Trace>(), {});
  return SqlNames(session ? session->tables() : std::vector<SqlSession::TableColumns>());
}

using Kind = analysis::Plot::Kind;

}  // namespace

SqlPanel::SqlPanel(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Running the query"), this)),
      editor_(new SqlEditor(names_of_sql())),
      run_(new QPushButton(tr("Run"))),
      plot_(new QPushButton(tr("Plot"))),
      export_(new QPushButton(tr("Export"))),
      add_(new QPushButton(tr("Add to Timeline"))),
      status_(named_label("caption")),
      split_(new QSplitter(Qt::Horizontal)),
      result_(new TablePanel(tr("The query returned no rows."))),
      x_(new ChoiceBox),
      y_(new ChoiceBox),
      kind_(new ChoiceBox),
      chart_(new AnalysisChart) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  editor_->setPlainText(first_query(nullptr));
  editor_->setFixedHeight(92);
  run_->setToolTip(tr("Runs the query (Ctrl+Enter)."));
  result_->view().setAccessibleName(tr("Query result"));
  result_->model().set_row_hint(row_hint);
  build_layout();
  clear_result();
  bind_run_button(run_, job_, [this] { run(); });
  connect(editor_, &SqlEditor::run_wanted, this, &SqlPanel::run);
  connect(result_, &TablePanel::row_activated, this, &SqlPanel::row_activated);
  connect(result_, &TablePanel::order_changed, this, &SqlPanel::draw);
  connect(chart_, &AnalysisChart::row_clicked, result_, &TablePanel::select_row);
  connect(chart_, &AnalysisChart::row_activated, this, &SqlPanel::row_activated);
}

void SqlPanel::build_layout() {
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 8, 12, 4);
  top->setSpacing(8);
  top->addWidget(editor_, 1);
  top->addWidget(build_actions());
  split_->addWidget(result_);
  split_->addWidget(build_plot());
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(split_, 1);
}

QWidget* SqlPanel::build_actions() {
  auto* actions = new QWidget;
  auto* ready = new QPushButton(tr("Ready-Made Queries ▾"));
  ready->setToolTip(tr("Inserts and runs a query of the library (nscope query --list)."));
  auto* menu = new QMenu(ready);
  menu->setToolTipsVisible(true);
  fill_ready_queries(menu);
  ready->setMenu(menu);
  auto* exports = new QMenu(export_);
  exports->addAction(tr("Save as CSV…"), this, [this] { ask_and_save(Format::kCsv); });
  exports->addAction(tr("Save as JSON…"), this, [this] { ask_and_save(Format::kJson); });
  exports->addAction(tr("Copy as CSV"), this, [this] {
    QApplication::clipboard()->setText(to_qstring(result_as(Format::kCsv)));
  });
  export_->setMenu(exports);
  export_->setToolTip(tr("Exports the rows in their current order at full precision."));
  export_->setEnabled(false);
  plot_->setCheckable(true);
  plot_->setEnabled(false);
  plot_->setToolTip(tr("Plots two columns of the result."));
  connect(plot_, &QPushButton::toggled, this, &SqlPanel::set_plotted);
  auto* tracks = new QMenu(add_);
  tracks->addAction(tr("As Events (Columns ts, dur, name)"), this,
                    [this] { add_track(QueryTrackKind::kEvents); });
  tracks->addAction(tr("As Counter (Columns ts, value)"), this,
                    [this] { add_track(QueryTrackKind::kCounter); });
  add_->setMenu(tracks);
  add_->setToolTip(
      tr("Shows the rows of the query as a track below the timeline. Times are in ns. A column "
         "'track' divides the rows among tracks; a column 'slice_id' links a row to its event."));
  for (QPushButton* button : {ready, export_, add_})
    button->setObjectName(QStringLiteral("menuButton"));
  plot_->setObjectName(QStringLiteral("segment"));
  run_->setObjectName(QStringLiteral("primary"));
  status_->setFixedWidth(170);
  status_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* grid = new QGridLayout(actions);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(6);
  grid->addWidget(ready, 0, 0);
  grid->addWidget(run_, 0, 1);
  grid->addWidget(plot_, 1, 0);
  grid->addWidget(export_, 1, 1);
  grid->addWidget(add_, 2, 0);
  grid->addWidget(status_, 2, 1);
  return actions;
}

QWidget* SqlPanel::build_plot() {
  plot_side_ = new QWidget;
  x_->setAccessibleName(tr("Column to plot by"));
  y_->setAccessibleName(tr("Plotted column"));
  kind_->setAccessibleName(tr("Plot type"));
  kind_->addItem(tr("Bars"), static_cast<int>(Kind::kBars));
  kind_->addItem(tr("Lines"), static_cast<int>(Kind::kLines));
  kind_->addItem(tr("Points (logarithmic)"), static_cast<int>(Kind::kPoints));
  auto* choice = new QHBoxLayout;
  choice->setSpacing(6);
  choice->addWidget(kind_);
  choice->addWidget(named_label("muted", tr("of")));
  choice->addWidget(y_);
  choice->addWidget(named_label("muted", tr("by")));
  choice->addWidget(x_);
  choice->addStretch(1);
  auto* layout = new QVBoxLayout(plot_side_);
  layout->setContentsMargins(12, 4, 4, 4);
  layout->addLayout(choice);
  layout->addWidget(chart_, 1);
  plot_side_->hide();
  for (QComboBox* box : {x_, y_, kind_}) {
    connect(box, &QComboBox::activated, this, &SqlPanel::draw);
  }
  return plot_side_;
}

void SqlPanel::fill_ready_queries(QMenu* menu) {
  const auto queries = ready_queries();
  if (!queries) return;
  for (const ReadyQuery& query : *queries) {
    QAction* action =
        menu->addAction(to_qstring(query.title), this, [this, query] { run_ready(query); });
    action->setToolTip(to_qstring(query.shows));
  }
}

void SqlPanel::run_ready(const ReadyQuery& query) {
  set_query(
      QStringLiteral("-- %1\n%2").arg(to_qstring(query.title), to_qstring(written_out(query))));
  run();
}

/// Rows of another run would be taken for those of the run that is shown.
void SqlPanel::set_trace(std::shared_ptr<const Trace> trace) {
  job_->cancel();
  if (trace_ != trace) clear_result();
  if (query() == first_query(trace_.get())) editor_->setPlainText(first_query(trace.get()));
  trace_ = std::move(trace);
}

void SqlPanel::clear_result() {
  run_query_.clear();
  status_->clear();
  export_->setEnabled(false);
  plot_->setEnabled(false);
  plot_side_->hide();
  static const QString kTables = names_of_sql().tables().join(QStringLiteral(", "));
  result_->set_message(tr("Tables: %1. Ctrl+Enter runs the query, Ctrl+Space completes words, and "
                          "Ctrl+Up shows earlier queries.")
                           .arg(kTables));
}

void SqlPanel::add_track(QueryTrackKind kind) {
  if (!trace_) return;
  // The first comment names the track, as it does for ready-made queries.
  const QString line = query().section(QLatin1Char('\n'), 0, 0).trimmed();
  const QString title = line.startsWith(QStringLiteral("--")) ? line.mid(2).trimmed() : line;
  if (run_query_ == query() && result_->model().rowCount() > 0) {
    std::vector<std::string> columns;
    for (const auto& column : result_->model().table().columns()) columns.push_back(column.id);
    if (const auto fits = check_track_columns(columns, kind); !fits) {
      return emit failed(tr("Cannot show the query as a track"), fits.error());
    }
  }
  emit track_wanted({.title = to_string(title.left(60)), .sql = to_string(query()), .kind = kind});
}

void SqlPanel::run() {
  if (!trace_) return;
  run_query_ = query();
  emit started(run_query_);
  status_->setText(tr("running"));
  if (auto kept = editor_->history().add(query()); !kept) {
    emit failed(tr("Cannot save the query in the history"), kept.error());
  }
  struct Outcome {
    Result<Table> table;
    double milliseconds = 0.0;
  };
  job_->start(
      [trace = trace_, sql = to_string(query())](TaskControl& control) {
        QElapsedTimer timer;
        timer.start();
        const auto answer = [&]() -> Result<Table> {
          const auto own = trace->metrics();
          auto session = SqlSession::open(trace, {own.begin(), own.end()});
          if (!session) return fail(session.error());
          return session->query(sql, control, {.rows = kSqlPanelMostRows});
        };
        Result<Table> table = answer();
        return Outcome{std::move(table), static_cast<double>(timer.nsecsElapsed()) / 1e6};
      },
      [this](Outcome outcome) { show_result(std::move(outcome.table), outcome.milliseconds); });
}

void SqlPanel::show_result(Result<Table> result, double milliseconds) {
  const bool rows = result.has_value() && result->row_count() > 0;
  export_->setEnabled(rows);
  plot_->setEnabled(rows);
  if (!rows) plot_side_->hide();
  if (!result) {
    status_->setText(tr("failed"));
    result_->set_message(to_qstring(result.error()));
    return;
  }
  const auto count = static_cast<std::int64_t>(result->row_count());
  const bool cut = result->row_count() == kSqlPanelMostRows;
  const QString time = number_text(format_duration_ns(milliseconds * 1e6));
  const QString counted =
      count == 1 ? tr("1 row") : (cut ? tr("first %1 rows") : tr("%1 rows")).arg(count_text(count));
  status_->setText(counted + QStringLiteral(" · ") + time);
  result_->set_table(std::move(*result));
  offer_columns();
  set_plotted(plot_->isChecked());
}

/// Offers all columns to plot by and the numeric columns to plot, and selects a default for both.
void SqlPanel::offer_columns() {
  const QString x_before = x_->currentText();
  const QString y_before = y_->currentText();
  x_->clear();
  y_->clear();
  int first_text = -1;
  int last_number = -1;
  const Table& table = result_->model().table();
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const QString id = to_qstring(table.columns()[c].id);
    x_->addItem(id);
    bool number = false;
    for (std::size_t row = 0; row < table.row_count() && !number; ++row) {
      if (std::holds_alternative<Missing>(table.at(row, c))) continue;
      number = number_of(table.at(row, c)).has_value();
      if (!number) break;
    }
    if (number) {
      y_->addItem(id);
      last_number = y_->count() - 1;
    } else {
      first_text = static_cast<int>(c);  // the last text column is usually the most specific
    }
  }
  x_->setCurrentIndex(std::max(0, first_text));
  y_->setCurrentIndex(last_number);
  kind_->setCurrentIndex(first_text >= 0 ? 0 : 1);
  // Keep the columns of the previous plot if the new result has them.
  if (x_->findText(x_before) >= 0) x_->setCurrentText(x_before);
  if (y_->findText(y_before) >= 0) y_->setCurrentText(y_before);
  plot_->setEnabled(y_->count() > 0);
}

void SqlPanel::set_plotted(bool plotted) {
  plot_->setChecked(plotted);
  const bool drawn = plotted && plot_->isEnabled();
  plot_side_->setVisible(drawn);
  if (drawn) draw();
}

void SqlPanel::draw() {
  if (plot_side_->isHidden()) return;
  const std::string x = to_string(x_->currentText());
  const std::string y = to_string(y_->currentText());
  const analysis::Plot plot{
      .kind = static_cast<Kind>(kind_->currentData().toInt()), .x = x, .y = y};
  chart_->set_data(plot_data(result_->model().table(), plot, result_->row_order()));
}

std::string SqlPanel::result_as(Format format) const {
  const Table rows = rows_of(result_->model().table(), result_->row_order());
  if (format == Format::kCsv) return rows.to_csv();
  return document_text(rows.to_json());
}

void SqlPanel::save_as(Format format, const QString& path) {
  const auto written = write_file(to_string(path), result_as(format));
  if (!written) emit failed(tr("Cannot save %1").arg(path), written.error());
}

void SqlPanel::ask_and_save(Format format) {
  const QString suffix = format == Format::kCsv ? QStringLiteral("csv") : QStringLiteral("json");
  const QString path =
      ask_save_file(this, {.title = tr("Save Result"),
                           .use = FileUse::kTable,
                           .filters = QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix),
                           .name = QStringLiteral("query.") + suffix});
  if (!path.isEmpty()) save_as(format, path);
}

}  // namespace nscope::gui

#include "moc_sql_panel.cpp"
