#include "app/cli/command.h"
#include "app/cli/studies/measurements.h"
#include "app/documents/built_in.h"
#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/gpu/gpu_validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct ValidateArguments {
  std::string table;
  std::string calibration;
  bool rows = false;
  bool gpu = false;
};

Result<sim::Calibration> calibration_of(const ValidateArguments& options) {
  if (options.calibration.empty()) return sim::load_calibration();
  const auto json = app::read_json_file(options.calibration);
  if (!json) return fail(json.error());
  return sim::calibration_from_json(*json, options.calibration);
}

Result<sim::GpuCalibration> gpu_calibration_of(const ValidateArguments& options) {
  if (options.calibration.empty()) return sim::built_in_gpu_calibration();
  const auto json = app::read_json_file(options.calibration);
  if (!json) return fail(json.error());
  return sim::gpu_calibration_from_json(*json, options.calibration);
}

Result<sim::ValidationReport> validate(const ValidateArguments& options, TaskControl& control) {
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  if (options.gpu) {
    const auto rows = read_gpu_measurements(options.table);
    if (!rows) return fail(rows.error());
    const auto calibration = gpu_calibration_of(options);
    if (!calibration) return fail(calibration.error());
    return sim::validate_gpu(*catalog, *rows, *calibration, control);
  }
  const auto rows = read_measurements(options.table);
  if (!rows) return fail(rows.error());
  const auto calibration = calibration_of(options);
  if (!calibration) return fail(calibration.error());
  return sim::validate(*catalog, *rows, *calibration, control);
}

std::string error_text(const sim::ValidationReport& report) {
  Table table({{.id = "class"},
               {.id = "metric"},
               {.id = "rows"},
               {.id = "mean error"},
               {.id = "median"},
               {.id = "90 % below"}});
  for (const sim::ClassError& entry : report.classes) {
    table.add_row({entry.class_name, entry.metric, std::int64_t{entry.rows},
                   format_percent(entry.mape, 1), format_percent(entry.median, 1),
                   format_percent(entry.p90, 1)});
  }
  return table.to_text();
}

std::string row_text(const sim::ValidationReport& report) {
  Table table({{.id = "row"},
               {.id = "class"},
               {.id = "metric"},
               {.id = "measured"},
               {.id = "predicted"},
               {.id = "unit"},
               {.id = "error"},
               {.id = "note"}});
  for (const sim::RowPrediction& row : report.rows) {
    std::string predicted;
    std::string error;
    if (row.predicted) {
      predicted = fmt::format("{:.5g}", *row.predicted);
      error = fmt::format("{:+.1f} %", 100 * row.relative_error());
    }
    table.add_row({row.id, row.class_name, row.metric, fmt::format("{:.5g}", row.measured),
                   predicted, row.unit, error, row.reason});
  }
  return table.to_text();
}

Result<CommandOutput> run(const ValidateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto report = validate(options, control);
  if (!report) return fail(report.error());
  if (common.json) return CommandOutput{.text = sim::to_json(*report).dump(2) + "\n"};
  std::string text = options.rows ? row_text(*report) + "\n" : std::string();
  std::size_t predicted = 0;
  for (const sim::RowPrediction& row : report->rows) predicted += row.predicted ? 1 : 0;
  text += error_text(*report);
  text += fmt::format("\n{} of {} rows predicted{}\n", predicted, report->rows.size(),
                      options.rows || predicted == report->rows.size()
                          ? ""
                          : "; --rows tells why the others are not");
  return CommandOutput{.text = std::move(text)};
}

}  // namespace

CommandRun define_validate(CLI::App& app) {
  const auto options = std::make_shared<ValidateArguments>();
  app.add_option("--against", options->table, "Measurements (CSV, see docs/simulator.md)")
      ->required()
      ->option_text("FILE");
  app.add_option("--calibration", options->calibration,
                 "Parameters of 'nscope calibrate' (the built-in ones)")
      ->option_text("FILE");
  app.add_flag("--gpu", options->gpu, "The measurements are of GPUs (docs/simulator-gpu.md)");
  app.add_flag("--rows", options->rows, "List every row");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
