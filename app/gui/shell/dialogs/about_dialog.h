#pragma once

#include "app/gui/background/job.h"
#include "app/gui/shell/dialogs/system_report.h"

#include <QDialog>

class QPlainTextEdit;
class QPushButton;

namespace nscope::gui {

/// Shows what the program is, and the system report: versions, machine, settings and last errors,
/// which can be copied. The report is collected in the background. Not modal. GUI thread.
class AboutDialog : public QDialog {
  Q_OBJECT

 public:
  AboutDialog(const ErrorLog& errors, QWidget* parent);

  Job& job() { return *job_; }
  QString report() const;
  QPushButton& copy_button() { return *copy_; }

 private:
  Job* job_;
  QPlainTextEdit* report_;
  QPushButton* copy_;
};

}  // namespace nscope::gui
