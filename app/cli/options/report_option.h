#pragma once

#include "app/cli/command.h"
#include "app/documents/report_file.h"

#include <optional>
#include <string>

namespace nscope::cli {

/// "-o FILE": a report in addition to the printed output.
struct ReportOption {
  std::string path;
};

/// `names`: only "-o" for a command whose --output has another meaning.
void add_report_option(CLI::App& app, ReportOption& option, const char* names = "-o,--output");

/// The format of the report; empty if no report is requested. To be called before the work, so
/// that an unknown format is reported at once. Errors: kInvalidArgument.
Result<std::optional<app::ReportFormat>> wanted_report(const ReportOption& option);

/// Writes the report, if one is requested, and adds a line to the note of the output. Errors:
/// those of app::save_report().
Result<> write_report(const ReportOption& option, std::optional<app::ReportFormat> format,
                      const app::ReportWriters& writers, const Language& language,
                      CommandOutput& output);

}  // namespace nscope::cli
