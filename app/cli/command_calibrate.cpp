#include "app/cli/command.h"
#include "app/cli/day_or_today.h"
#include "app/cli/measurements.h"
#include "profiler/base/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/base/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/accuracy_report.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct Options {
  std::string table;
  std::string day;
  std::string name;
  std::string output;
  std::string report;
};

std::string parameter_text(const sim::Parameters& parameters) {
  Table table({{.id = "parameter"}, {.id = "start"}, {.id = "fitted"}, {.id = "unit"}});
  for (const sim::ParameterInfo& info : sim::parameter_table()) {
    if (info.kind != sim::ParameterKind::kFitted) continue;
    table.add_row({std::string(info.name), fmt::format("{:.4g}", info.initial),
                   fmt::format("{:.5g}", parameters.*info.member), std::string(info.unit)});
  }
  return table.to_text();
}

std::string error_text(const sim::Calibration& calibration) {
  Table table({{.id = "class"},
               {.id = "metric"},
               {.id = "rows"},
               {.id = "fit"},
               {.id = "model left out"},
               {.id = "family left out"}});
  for (const sim::ResidualStatistics& entry : calibration.residuals) {
    table.add_row({entry.class_name, entry.metric, std::int64_t{entry.rows},
                   format_percent(entry.fit_mape, 1), format_percent(entry.lomo_mape, 1),
                   format_percent(entry.family_mape, 1)});
  }
  return table.to_text();
}

Result<CommandOutput> run(const Options& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto rows = read_measurements(options.table);
  if (!rows) return fail(rows.error());
  const auto day = day_or_today(options.day);
  if (!day) return fail(day.error());
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  const std::string name = options.name.empty() ? options.table : options.name;
  const auto report =
      sim::calibrate(*catalog, *rows, {.date = cost::to_string(*day), .data = name}, control);
  if (!report) return fail(report.error());
  CommandOutput output;
  const auto save = [&](const std::string& path, const std::string& content) -> Result<> {
    if (path.empty()) return {};
    output.note += fmt::format("Saved {}\n", path);
    return write_file(path, content);
  };
  if (auto saved = save(options.output, sim::to_json(report->calibration).dump(2) + "\n"); !saved) {
    return fail(saved.error());
  }
  if (auto saved = save(options.report, sim::accuracy_report(*report)); !saved) {
    return fail(saved.error());
  }
  if (common.json) {
    output.text = sim::to_json(*report).dump(2) + "\n";
    return output;
  }
  output.text =
      parameter_text(report->calibration.parameters) + "\n" + error_text(report->calibration) +
      fmt::format("\n{} rows used, {} not\n", report->fitted.size(), report->skipped.size());
  return output;
}

}  // namespace

CommandRun define_calibrate(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("--against", options->table, "Measurements (CSV, see docs/simulator.md)")
      ->required()
      ->option_text("FILE");
  app.add_option("--date", options->day, "Date of the fit (today)")->option_text("YYYY-MM-DD");
  app.add_option("--name", options->name, "How the result names the table (its path)");
  app.add_option("-o", options->output, "Save the parameters, for 'nscope validate --calibration'")
      ->option_text("FILE");
  app.add_option("--report", options->report, "Save the accuracy of every class and row (Markdown)")
      ->option_text("FILE");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
