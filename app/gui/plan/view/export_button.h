#pragma once

#include "app/documents/report_file.h"
#include "app/gui/background/job.h"

#include <QPushButton>
#include <optional>

namespace nscope::gui {

/// The "Export" button: a menu with the formats of a report. Asks for a file name and writes the
/// file in the background. Without a report the button is disabled and its tooltip says why. GUI
/// thread.
class ExportButton : public QPushButton {
  Q_OBJECT

 public:
  explicit ExportButton(QWidget* parent = nullptr);

  /// Sets the report to export. `name` is the suggested file name without its extension. The
  /// writers run in another thread, so they must own the data that they read.
  void set_report(const QString& name, app::ReportWriters writers);
  void clear_report();
  /// The suggested file name, without its extension.
  const QString& report_name() const { return name_; }

  /// Writes the report to a file, then emits saved() or failed(). If save() is called again before
  /// that, only the last call emits.
  void save(app::ReportFormat format, const QString& path);
  /// The job that writes the file; the status bar shows it.
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
