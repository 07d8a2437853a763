#include "app/cli/options/report_option.h"

namespace nscope::cli {

void add_report_option(CLI::App& app, ReportOption& option, const char* names) {
  app.add_option(names, option.path, help("Also write a report: .html, .pdf, .xlsx or .json"))
      ->option_text("FILE");
}

Result<std::optional<app::ReportFormat>> wanted_report(const ReportOption& option) {
  if (option.path.empty()) return std::nullopt;
  const auto format = app::report_format(option.path);
  if (!format) return fail(format.error());
  return *format;
}

Result<> write_report(const ReportOption& option, std::optional<app::ReportFormat> format,
                      const app::ReportWriters& writers, const Language& language,
                      CommandOutput& output) {
  if (!format) return {};
  if (auto done = app::save_report(option.path, *format, writers, language); !done) return done;
  output.note += language.say(tr("Saved {}", option.path)) + "\n";
  return {};
}

}  // namespace nscope::cli
