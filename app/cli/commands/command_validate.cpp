#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/studies/measurements.h"
#include "app/documents/built_in.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/gpu/gpu_validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct ValidateArguments {
  app::CatalogFolders catalog;
  std::vector<std::string> tables;
  std::string calibration;
  bool rows = false;
  bool gpu = false;
  bool doubtful = false;
  std::optional<double> max_mape;  ///< percent
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
  const auto catalog = app::load_catalog(options.catalog);
  if (!catalog) return fail(catalog.error());
  if (options.gpu) {
    const auto rows = read_gpu_measurements(options.tables);
    if (!rows) return fail(rows.error());
    const auto calibration = gpu_calibration_of(options);
    if (!calibration) return fail(calibration.error());
    return sim::validate_gpu(*catalog, *rows, *calibration, control);
  }
  const auto rows = read_measurements(options.tables);
  if (!rows) return fail(rows.error());
  const auto calibration = calibration_of(options);
  if (!calibration) return fail(calibration.error());
  return sim::validate(*catalog, *rows, *calibration, control, options.doubtful);
}

Text signed_percent(double share) {
  return tr("{}", as::exact(fmt::format("{:+.1f} %", 100 * share)));
}

std::string error_text(const sim::ValidationReport& report, const Language& language) {
  Table table({{.id = "class", .title = tr("Class")},
               {.id = "metric", .title = tr("Metric")},
               {.id = "rows", .title = tr("Rows")},
               {.id = "mape", .title = tr("Mean error")},
               {.id = "median", .title = tr("Median error")},
               {.id = "p90", .title = tr("p90 error")},
               {.id = "bias", .title = tr("Bias")},
               {.id = "coverage", .title = tr("In the band")}});
  const auto percent = [](double share) { return tr("{}", as::percent(share)); };
  for (const sim::ClassError& entry : report.classes) {
    table.add_row({entry.title(), entry.metric, std::int64_t{entry.rows}, percent(entry.mape),
                   percent(entry.median), percent(entry.p90), signed_percent(entry.bias),
                   entry.banded > 0 ? Cell(percent(entry.coverage))
                                    : Cell(Missing{tr("no prediction has a band")})});
  }
  return table.to_text(language);
}

std::string row_text(const sim::ValidationReport& report, const Language& language) {
  Table table({{.id = "row", .title = tr("Row")},
               {.id = "class", .title = tr("Class")},
               {.id = "metric", .title = tr("Metric")},
               {.id = "measured", .title = tr("Measured")},
               {.id = "predicted", .title = tr("Predicted")},
               {.id = "unit", .title = tr("Unit")},
               {.id = "error", .title = tr("Error")},
               {.id = "note", .title = tr("Note")}});
  const auto digits = [](double value) {
    return tr("{}", as::exact(fmt::format("{:.5g}", value)));
  };
  for (const sim::RowPrediction& row : report.rows) {
    Text predicted;
    Text error;
    if (row.predicted) {
      predicted = digits(*row.predicted);
      error = signed_percent(row.relative_error());
    }
    Text note = row.reason;
    if (!row.doubtful.empty()) {
      note = note.empty() ? tr("doubtful: {}", row.doubtful)
                          : tr("{}; doubtful: {}", note, row.doubtful);
    }
    table.add_row({row.id, row.class_name, row.metric, digits(row.measured), predicted, row.unit,
                   error, note});
  }
  return table.to_text(language);
}

Result<CommandOutput> run(const ValidateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto report = validate(options, control);
  if (!report) return fail(report.error());
  const Language& language = common.language;
  CommandOutput output;
  if (const auto* const worst = options.max_mape ? report->above(*options.max_mape / 100) : nullptr;
      worst != nullptr) {
    output.exit_code = 1;
    output.note = language.say(tr("The mean error of {} {} is {}; the limit is {}.",
                                  worst->class_name, worst->metric, as::percent(worst->mape),
                                  as::percent(*options.max_mape / 100))) +
                  "\n";
  }
  if (common.json) {
    output.text = document_text(sim::to_json(*report));
    return output;
  }
  std::string text = options.rows ? row_text(*report, language) + "\n" : std::string();
  std::size_t predicted = 0;
  for (const sim::RowPrediction& row : report->rows) predicted += row.predicted ? 1 : 0;
  const std::size_t rows = report->rows.size();
  const Text count = options.rows || predicted == rows
                         ? tr("Rows predicted: {} of {}", predicted, rows)
                         : tr("Rows predicted: {} of {} (--rows shows the reasons for the others)",
                              predicted, rows);
  text += error_text(*report, language) + "\n" + language.say(count) + "\n";
  const auto doubtful = std::count_if(report->rows.begin(), report->rows.end(),
                                      [](const sim::RowPrediction& row) { return !row.counted; });
  if (doubtful > 0) {
    text += language.say(
                tr_plural(doubtful, "{} doubtful row is not counted (--doubtful counts it).",
                          "{} doubtful rows are not counted (--doubtful counts them).", doubtful)) +
            "\n";
  }
  output.text = std::move(text);
  return output;
}

}  // namespace

CommandRun define_validate(CLI::App& app) {
  const auto options = std::make_shared<ValidateArguments>();
  app.add_option("--against", options->tables,
                 help("Tables of measurements (CSV, see docs/simulator.md)"))
      ->required()
      ->option_text("FILE...");
  app.add_option("--calibration", options->calibration,
                 help("Parameters of 'nscope calibrate' (default: the built-in parameters)"))
      ->option_text("FILE");
  app.add_flag("--gpu", options->gpu,
               help("The measurements are of GPUs (see docs/simulator-gpu.md)"));
  app.add_flag("--rows", options->rows, help("List all rows"));
  app.add_flag("--doubtful", options->doubtful,
               help("Count rows with a text in the column 'doubtful' in the errors"));
  app.add_option("--max-mape", options->max_mape,
                 help("Largest mean error of a class and metric in percent; exit code 1 if one is "
                      "larger"))
      ->option_text("PERCENT")
      ->check(CLI::Range(0.0, 1e9));
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
