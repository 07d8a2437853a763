#pragma once

#include "app/cli/command.h"
#include "app/documents/report_file.h"

#include <optional>
#include <string>

namespace nscope::cli {

/// "-o FILE": a report beside what is printed.
struct ReportOption {
  std::string path;
};

/// `names`: just "-o" where --output means something else.
void add_report_option(CLI::App& app, ReportOption& option, const char* names = "-o,--output");

/// The format of the report; empty where none is asked for. Called before the work, so that a
/// name without a format costs nothing. Errors: kInvalidArgument.
Result<std::optional<app::ReportFormat>> wanted_report(const ReportOption& option);

/// Writes the report where one is asked for and says so in the output's note. Errors: those of
/// app::save_report().
Result<> write_report(const ReportOption& option, std::optional<app::ReportFormat> format,
                      const app::ReportWriters& writers, CommandOutput& output);

}  // namespace nscope::cli
