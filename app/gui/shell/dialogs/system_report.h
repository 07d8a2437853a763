#pragma once

#include "app/gui/shell/dialogs/error_log.h"

#include <QString>
#include <vector>

namespace nscope::gui {

/// One line of the report.
struct ReportLine {
  QString name;
  QString value;
};

/// What is asked first when something does not work: versions, machine, screens,
/// settings, as of now. Looks for DuckDB on disk: any thread but for `screens`.
std::vector<ReportLine> system_report();
/// Screens with size and scale. GUI thread.
std::vector<ReportLine> screen_report();

/// Lines and errors as text to send. Nothing of it is translated.
QString report_text(const std::vector<ReportLine>& lines, const ErrorLog& errors);

}  // namespace nscope::gui
