#include "app/gui/shell/dialogs/about_dialog.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/theme.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace nscope::gui {

AboutDialog::AboutDialog(const ErrorLog& errors, QWidget* parent)
    : QDialog(parent),
      job_(new Job(tr("System report"), this)),
      report_(new QPlainTextEdit),
      copy_(new QPushButton(tr("Copy Report"))) {
  setObjectName(QStringLiteral("page"));
  setWindowTitle(tr("About Neuronscope"));
  auto* text = named_label(
      "muted", tr("Profiler and cost planner for AWS Trainium and Inferentia. All data stays on "
                  "this computer."));
  text->setWordWrap(true);
  report_->setReadOnly(true);
  report_->setFont(mono_font(12));
  report_->setTabChangesFocus(true);
  report_->setAccessibleName(tr("System report"));
  report_->setPlaceholderText(tr("Collecting…"));
  copy_->setEnabled(false);
  copy_->setToolTip(tr("The report is being collected."));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(copy_, QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(copy_, &QPushButton::clicked, this, [this] {
    QGuiApplication::clipboard()->setText(report_->toPlainText());
    copy_->setText(tr("Copied"));
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(10);
  layout->addWidget(
      named_label("pageTitle", QStringLiteral("Neuronscope ") + QStringLiteral(NSCOPE_VERSION)));
  layout->addWidget(text);
  layout->addSpacing(6);
  layout->addWidget(named_label("sectionTitle", tr("System report")));
  auto* hint = named_label(
      "caption",
      tr("Attach this report if you report a bug. The only file names in it are the settings "
         "file and the files of the last errors."));
  hint->setWordWrap(true);
  layout->addWidget(hint);
  layout->addWidget(report_, 1);
  layout->addWidget(buttons);
  setTabOrder(report_, copy_);
  setTabOrder(copy_, buttons->button(QDialogButtonBox::Close));
  resize(680, 560);
  job_->start([](TaskControl&) { return system_report(); },
              [this, errors](std::vector<ReportLine> lines) {
                const auto screens = screen_report();
                lines.insert(lines.end(), screens.begin(), screens.end());
                report_->setPlainText(report_text(lines, errors));
                copy_->setEnabled(true);
                copy_->setToolTip(QString());
              });
}

QString AboutDialog::report() const {
  return report_->toPlainText();
}

}  // namespace nscope::gui

#include "moc_about_dialog.cpp"
