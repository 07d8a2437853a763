#pragma once

#include "app/gui/shell/dialogs/error_log.h"

#include <QString>
#include <vector>

namespace nscope::gui {

/// One line of the system report.
struct ReportLine {
  QString name;
  QString value;
};

/// The information that a bug report needs: versions, machine and settings. Searches for DuckDB on
/// disk. Any thread.
std::vector<ReportLine> system_report();
/// The screens with size, scale and refresh rate. GUI thread.
std::vector<ReportLine> screen_report();

/// The lines and errors as text to send. The report is not translated.
QString report_text(const std::vector<ReportLine>& lines, const ErrorLog& errors);

}  // namespace nscope::gui
