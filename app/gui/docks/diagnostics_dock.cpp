#include "app/gui/docks/diagnostics_dock.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/operators/opcode_tables.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <array>

namespace nscope::gui {
namespace {

QColor severity_color(Severity severity) {
  const Tokens& t = current_tokens();
  switch (severity) {
    case Severity::kInfo: return t.muted;
    case Severity::kWarning: return t.warn;
    case Severity::kError: return t.bad;
  }
  return {};
}

/// The number of diagnostics by severity, most severe first, for example "2 errors · 1 warning".
/// Severities without diagnostics are omitted.
QString severities_text(const Trace& trace) {
  std::array<int, 3> kinds{};
  std::int64_t found = 0;
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    ++kinds[static_cast<std::size_t>(diagnostic.severity)];
    found += diagnostic.count;
  }
  if (trace.diagnostics().empty()) return {};
  using Dock = DiagnosticsDock;
  QStringList parts;
  if (kinds[2] > 0)
    parts << (kinds[2] == 1 ? Dock::tr("1 error") : Dock::tr("%1 errors").arg(kinds[2]));
  if (kinds[1] > 0) {
    parts << (kinds[1] == 1 ? Dock::tr("1 warning") : Dock::tr("%1 warnings").arg(kinds[1]));
  }
  if (kinds[0] > 0)
    parts << (kinds[0] == 1 ? Dock::tr("1 note") : Dock::tr("%1 notes").arg(kinds[0]));
  parts << (found == 1 ? Dock::tr("1 occurrence")
                       : Dock::tr("%1 occurrences").arg(count_text(found)));
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

DiagnosticsDock::DiagnosticsDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent),
      caption_(named_label("caption")),
      filter_(new QLineEdit),
      copy_(new QPushButton(tr("Copy"))),
      list_(new TablePanel(tr("No diagnostics: no data was skipped, repaired or assumed."))) {
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter diagnostics"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(320);
  copy_->setToolTip(tr("Copies the visible rows as CSV."));
  list_->view().setAccessibleName(tr("Diagnostics"));
  list_->model().set_row_color([this](std::size_t row) {
    const auto& trace = this->run().trace();
    const auto all = trace ? trace->diagnostics() : std::span<const Diagnostic>();
    return row < all.size() ? severity_color(all[row].severity) : QColor();
  });
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 8, 12, 4);
  top->setSpacing(8);
  top->addWidget(filter_);
  top->addWidget(caption_, 1);
  top->addWidget(copy_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(list_, 1);
  connect(filter_, &QLineEdit::textChanged, list_, &TablePanel::set_filter);
  connect(copy_, &QPushButton::clicked, this, [this] {
    const Table shown = rows_of(list_->model().table(), list_->row_order());
    QApplication::clipboard()->setText(to_qstring(shown.to_csv()));
  });
}

void DiagnosticsDock::refresh() {
  const auto& trace = run().trace();
  caption_->setText(trace ? severities_text(*trace) : QString());
  copy_->setEnabled(trace && !trace->diagnostics().empty());
  TaskControl control;
  auto table = trace ? analysis::run_analysis(analysis::kDiagnosticAnalysis, *trace, {}, control)
                     : Result<Table>(Table());
  if (table) list_->set_table(std::move(*table));
}

}  // namespace nscope::gui

#include "moc_diagnostics_dock.cpp"
