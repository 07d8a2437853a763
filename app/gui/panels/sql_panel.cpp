#include "app/gui/panels/sql_panel.h"

#include "app/gui/background/run_button.h"
#include "app/gui/panels/section.h"
#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"
#include "profiler/sql/sql_session.h"

#include <QHBoxLayout>
#include <QShortcut>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

/// More rows than anybody scrolls through would only fill memory.
constexpr std::size_t kMostRows = 100'000;

constexpr const char* kFirstQuery =
    "SELECT engine, name, count(*) AS n, sum(duration_ns) AS total_ns\n"
    "FROM slice WHERE kind IN ('instruction', 'operator')\n"
    "GROUP BY engine, name ORDER BY total_ns DESC LIMIT 50";

}  // namespace

SqlPanel::SqlPanel(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Query"), this)),
      editor_(new QPlainTextEdit(QString::fromLatin1(kFirstQuery))),
      run_(new QPushButton(tr("Run"))),
      status_(named_label("caption")),
      result_(new TablePanel(tr("The query returned no rows."))) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  editor_->setFont(mono_font(12));
  editor_->setMaximumHeight(86);
  editor_->setTabChangesFocus(true);
  editor_->setAccessibleName(tr("SQL query"));
  run_->setToolTip(
      tr("Runs the query (Ctrl+Enter). Tables: slice, track, counter, flow, arg, core, process, "
         "collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property."));
  result_->set_message(
      tr("Tables: slice, track, counter, flow, arg, core, process, collective, "
         "compile_cache_event, slice_summary, busy, metric, diagnostic, property. "
         "Ctrl+Enter runs the query."));
  auto* side = new QVBoxLayout;
  side->addWidget(run_);
  side->addWidget(status_);
  side->addStretch(1);
  status_->setWordWrap(true);
  status_->setFixedWidth(150);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 8, 12, 4);
  top->addWidget(editor_, 1);
  top->addLayout(side);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(top);
  layout->addWidget(result_, 1);
  bind_run_button(run_, job_, [this] { run(); });
  auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), editor_);
  shortcut->setContext(Qt::WidgetShortcut);
  connect(shortcut, &QShortcut::activated, this, &SqlPanel::run);
}

void SqlPanel::set_trace(std::shared_ptr<const Trace> trace) {
  job_->cancel();
  trace_ = std::move(trace);
}

void SqlPanel::run() {
  if (!trace_) return;
  status_->setText(tr("running"));
  job_->start(
      [trace = trace_,
       sql = to_string(editor_->toPlainText())](TaskControl& control) -> Result<Table> {
        const auto own = trace->metrics();
        auto session = SqlSession::open(trace, {own.begin(), own.end()});
        if (!session) return fail(session.error());
        return session->query(sql, control, {.rows = kMostRows});
      },
      [this](Result<Table> result) { show_result(std::move(result)); });
}

void SqlPanel::show_result(Result<Table> result) {
  if (!result) {
    status_->setText(tr("failed"));
    result_->set_message(to_qstring(nscope::to_string(result.error())));
    return;
  }
  const auto rows = static_cast<std::int64_t>(result->row_count());
  const bool cut = result->row_count() == kMostRows;
  status_->setText((cut ? tr("first %1 rows") : tr("%1 rows")).arg(to_qstring(format_count(rows))));
  result_->set_table(std::move(*result));
}

}  // namespace nscope::gui
