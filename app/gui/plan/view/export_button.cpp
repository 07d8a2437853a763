#include "app/gui/plan/view/export_button.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"

#include <QDir>
#include <QMenu>
#include <utility>

namespace nscope::gui {
namespace {

using app::ReportFormat;

QString ending(ReportFormat format) {
  switch (format) {
    case ReportFormat::kHtml: return QStringLiteral(".html");
    case ReportFormat::kPdf: return QStringLiteral(".pdf");
    case ReportFormat::kWorkbook: return QStringLiteral(".xlsx");
    case ReportFormat::kJson: return QStringLiteral(".json");
  }
  return {};
}

QString title(ReportFormat format) {
  switch (format) {
    case ReportFormat::kHtml: return ExportButton::tr("Web Page (HTML)…");
    case ReportFormat::kPdf: return ExportButton::tr("Document (PDF)…");
    case ReportFormat::kWorkbook: return ExportButton::tr("Workbook (XLSX)…");
    case ReportFormat::kJson: return ExportButton::tr("Data (JSON)…");
  }
  return {};
}

}  // namespace

ExportButton::ExportButton(QWidget* parent)
    : QPushButton(tr("Export"), parent), job_(new Job(tr("Writing the report"), this)) {
  setObjectName(QStringLiteral("menuButton"));
  auto* menu = new QMenu(this);
  for (const auto format :
       {ReportFormat::kHtml, ReportFormat::kPdf, ReportFormat::kWorkbook, ReportFormat::kJson}) {
    menu->addAction(title(format), this, [this, format] { ask_and_save(format); });
  }
  setMenu(menu);
  clear_report();
}

void ExportButton::set_report(const QString& name, app::ReportWriters writers) {
  name_ = name;
  writers_ = std::move(writers);
  setEnabled(true);
  setToolTip(tr("Saves the results as a report."));
}

void ExportButton::clear_report() {
  writers_.reset();
  setEnabled(false);
  setToolTip(tr("There are no results to export yet."));
}

void ExportButton::save(ReportFormat format, const QString& path) {
  if (!writers_) return;
  job_->start(
      [writers = *writers_, format, file = to_string(path)](TaskControl&) {
        return app::save_report(file, format, writers, shown_language());
      },
      [this, path](const Result<>& done) {
        if (!done) return emit failed(tr("Cannot save %1").arg(path), done.error());
        emit saved(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
      });
}

void ExportButton::ask_and_save(ReportFormat format) {
  const QString end = ending(format);
  const QString path =
      ask_save_file(this, {.title = tr("Save report"),
                           .use = FileUse::kReport,
                           .filters = QStringLiteral("%1 (*%2)").arg(end.mid(1).toUpper(), end),
                           .name = name_ + end});
  if (!path.isEmpty()) save(format, path);
}

}  // namespace nscope::gui

#include "moc_export_button.cpp"
