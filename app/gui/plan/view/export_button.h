#pragma once

#include "app/documents/report_file.h"
#include "app/gui/background/job.h"

#include <QPushButton>
#include <optional>

namespace nscope::gui {

/// "Export": a menu of the formats of a report. Asks for a file name and writes in the
/// background. Greyed out, with the reason, while there is no report. GUI thread.
class ExportButton : public QPushButton {
  Q_OBJECT

 public:
  explicit ExportButton(QWidget* parent = nullptr);

  /// What is exported, and the name that a file gets unless the user says otherwise, without
  /// its ending. The writers run in another thread, so they own what they read.
  void set_report(const QString& name, app::ReportWriters writers);
  void clear_report();
  /// The name that a file gets.
  const QString& report_name() const { return name_; }

  /// Writes the report to a file. saved() or failed() tells how it went; a cancelled one says
  /// nothing.
  void save(app::ReportFormat format, const QString& path);
  /// For the status bar.
  Job& job() { return *job_; }

 signals:
  /// "Saved /home/me/report.pdf".
  void saved(const QString& status);
  void failed(const QString& what, const nscope::Error& error);

 private:
  void ask_and_save(app::ReportFormat format);

  Job* job_;
  QString name_;
  std::optional<app::ReportWriters> writers_;
};

}  // namespace nscope::gui
