#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/studies/measurements.h"
#include "app/cli/studies/residual_fit.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/gpu/gpu_accuracy_report.h"
#include "simcore/engine/validation/accuracy_report.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

struct CalibrateArguments {
  app::CatalogFolders catalog;
  std::vector<std::string> tables;
  std::vector<std::string> residuals;
  std::string day;
  std::string name;
  std::string output;
  std::string report;
  std::string start_up;
  bool gpu = false;
};

/// The results of a fit for the formats of the output.
struct FitTexts {
  Json calibration;
  std::string report;  ///< Markdown
  Json rows;
  std::string summary;
  Json start_up{};  ///< the parameters of compilation and start; null: not fitted
};

template <class Set>
std::string parameter_text(std::span<const sim::ParameterInfoOf<Set>> infos, const Set& parameters,
                           const Language& language) {
  Table table({{.id = "parameter", .title = tr("Parameter")},
               {.id = "start", .title = tr("Initial value")},
               {.id = "fitted", .title = tr("Fitted value")},
               {.id = "unit", .title = tr("Unit")}});
  for (const sim::ParameterInfoOf<Set>& info : infos) {
    if (info.kind != sim::ParameterKind::kFitted) continue;
    const auto digits = [](double value, int count) {
      return tr("{}", as::exact(fmt::format("{:.{}g}", value, count)));
    };
    table.add_row({std::string(info.name), digits(info.initial, 4),
                   digits(parameters.*info.member, 5), std::string(info.unit)});
  }
  return table.to_text(language);
}

Text percent(double share) {
  return tr("{}", as::percent(share));
}

std::string error_text(const sim::Calibration& calibration, const Language& language) {
  Table table({{.id = "class", .title = tr("Class")},
               {.id = "metric", .title = tr("Metric")},
               {.id = "rows", .title = tr("Rows")},
               {.id = "fit", .title = tr("Error of fit")},
               {.id = "model_out", .title = tr("Model left out")},
               {.id = "family_out", .title = tr("Model family left out")}});
  for (const sim::ResidualStatistics& entry : calibration.residuals) {
    table.add_row({entry.class_name, entry.metric, std::int64_t{entry.rows},
                   percent(entry.fit_mape), percent(entry.lomo_mape), percent(entry.family_mape)});
  }
  return table.to_text(language);
}

std::string gpu_error_text(const sim::GpuCalibration& calibration, const Language& language) {
  Table table({{.id = "task", .title = tr("Task")},
               {.id = "stack", .title = tr("Software stack")},
               {.id = "metric", .title = tr("Metric")},
               {.id = "rows", .title = tr("Rows")},
               {.id = "fit", .title = tr("Error of fit")},
               {.id = "group_out", .title = tr("Group left out")},
               {.id = "source_out", .title = tr("Source left out")},
               {.id = "gpu_out", .title = tr("GPU left out")},
               {.id = "coverage", .title = tr("Coverage of the band")}});
  for (const sim::GpuAccuracy& entry : calibration.accuracy) {
    table.add_row({entry.task, entry.stack, entry.metric, std::int64_t{entry.rows},
                   percent(entry.fit), percent(entry.group_out), percent(entry.source_out),
                   percent(entry.gpu_out), percent(entry.coverage)});
  }
  return table.to_text(language);
}

std::string count_text(std::size_t used, std::size_t skipped, const Language& language) {
  return "\n" + language.say(tr("Rows: {} used, {} skipped", used, skipped)) + "\n";
}

Result<FitTexts> fit_neuron(const catalog::Catalog& catalog, const CalibrateArguments& options,
                            const std::string& date, const std::string& name,
                            const Language& language, TaskControl& control) {
  const auto rows = read_measurements(options.tables);
  if (!rows) return fail(rows.error());
  sim::CalibrationOptions how{.date = date, .data = name};
  std::optional<ResidualFit> residuals;
  if (!options.residuals.empty()) {
    auto read = read_residuals(catalog, options.residuals);
    if (!read) return fail(read.error());
    residuals.emplace(std::move(*read));
    how.evidence = &residuals->evidence;
    how.data += fmt::format(" and operators of {}", fmt::join(options.residuals, ", "));
  }
  const auto report = sim::calibrate(catalog, *rows, how, control);
  if (!report) return fail(report.error());
  const sim::Calibration& calibration = report->calibration;
  FitTexts texts{
      .calibration = sim::to_json(calibration),
      .report = sim::accuracy_report(*report, language),
      .rows = sim::to_json(*report),
      .summary = parameter_text(sim::parameter_table(), calibration.parameters, language) + "\n" +
                 error_text(calibration, language) +
                 count_text(report->fitted.size(), report->skipped.size(), language)};
  if (report->start) {
    auto start = sim::start_parameters_json(*report->start, date);
    if (!start) return fail(start.error());
    texts.start_up = std::move(*start);
  }
  if (residuals) {
    texts.rows["residuals"] = residual_json(*residuals, &calibration.parameters);
    texts.summary += "\n" + factor_text(*residuals, language) + "\n" +
                     evidence_text(*residuals, calibration.parameters, language);
  }
  return texts;
}

/// Residuals alone show how engines deviate from their simulation. A calibration needs measurements
/// of whole runs, because its error bands are computed from them.
Result<CommandOutput> report_residuals(const catalog::Catalog& catalog,
                                       const CalibrateArguments& options,
                                       const CommonOptions& common) {
  const auto fit = read_residuals(catalog, options.residuals);
  if (!fit) return fail(fit.error());
  if (!common.json) {
    return CommandOutput{
        .text = factor_text(*fit, common.language),
        .note = common.language.say(tr("No parameter was changed. With --against TABLE.csv, the "
                                       "operators are part of the fit.")) +
                "\n"};
  }
  Json report{{"schema", "nscope.residual_factors/1"}};
  report.update(residual_json(*fit, nullptr));
  return CommandOutput{.text = document_text(report)};
}

Result<> check(const CalibrateArguments& options) {
  const auto wrong = [](Text message) -> Result<> {
    return fail(ErrorCode::kInvalidArgument, std::move(message));
  };
  if (options.tables.empty() && options.residuals.empty()) {
    return wrong(tr("--against TABLE.csv or --residuals FILE.json is required"));
  }
  if (options.gpu && !options.residuals.empty()) {
    return wrong(tr("--residuals and --gpu cannot be combined: residuals are of NeuronCores"));
  }
  if (options.tables.empty() &&
      (!options.output.empty() || !options.report.empty() || !options.start_up.empty())) {
    return wrong(
        tr("-o, --report and --start-up need --against: a calibration states the errors of whole "
           "runs"));
  }
  return {};
}

Result<FitTexts> fit_gpu(const catalog::Catalog& catalog, const CalibrateArguments& options,
                         const std::string& date, const std::string& name, const Language& language,
                         TaskControl& control) {
  const auto rows = read_gpu_measurements(options.tables);
  if (!rows) return fail(rows.error());
  std::vector<sim::SkippedRow> skipped;
  auto measurements = sim::usable_gpu_measurements(catalog, *rows, skipped);
  auto report = sim::calibrate_gpu(catalog, std::move(measurements), date, name, control);
  if (!report) return fail(report.error());
  report->skipped = std::move(skipped);
  const sim::GpuCalibration& calibration = report->calibration;
  return FitTexts{
      .calibration = sim::to_json(calibration),
      .report = sim::gpu_accuracy_report(*report, language),
      .rows = sim::to_json(*report),
      .summary = parameter_text(sim::gpu_parameter_table(), calibration.parameters, language) +
                 "\n" + gpu_error_text(calibration, language) +
                 count_text(report->fitted.size(), report->skipped.size(), language)};
}

Result<CommandOutput> run(const CalibrateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  const auto day = day_or_today(options.day);
  if (!day) return fail(day.error());
  const auto catalog = app::load_catalog(options.catalog);
  if (!catalog) return fail(catalog.error());
  if (options.tables.empty()) return report_residuals(*catalog, options, common);
  const std::string name =
      options.name.empty() ? fmt::format("{}", fmt::join(options.tables, ", ")) : options.name;
  const auto fit = (options.gpu ? fit_gpu : fit_neuron)(*catalog, options, cost::to_string(*day),
                                                        name, common.language, control);
  if (!fit) return fail(fit.error());
  CommandOutput output;
  const auto save = [&](const std::string& path, const std::string& content) -> Result<> {
    if (path.empty()) return {};
    output.note += common.language.say(tr("Saved {}", path)) + "\n";
    return write_file(path, content);
  };
  if (auto saved = save(options.output, document_text(fit->calibration)); !saved) {
    return fail(saved.error());
  }
  if (auto saved = save(options.report, fit->report); !saved) return fail(saved.error());
  if (!options.start_up.empty() && fit->start_up.is_null()) {
    return fail(ErrorCode::kBadInput,
                tr("the tables have no usable rows of the classes compile-time and cold-start"));
  }
  if (auto saved = save(options.start_up, document_text(fit->start_up)); !saved) {
    return fail(saved.error());
  }
  output.text = common.json ? document_text(fit->rows) : fit->summary;
  return output;
}

}  // namespace

CommandRun define_calibrate(CLI::App& app) {
  const auto options = std::make_shared<CalibrateArguments>();
  app.add_option("--against", options->tables,
                 help("Tables of measurements (CSV, see docs/simulator.md)"))
      ->option_text("FILE...");
  app.add_option("--residuals", options->residuals,
                 help("Measured operators (JSON of 'nscope compare --residuals'): show how engines "
                      "deviate; with --against they are part of the fit"))
      ->option_text("FILE...");
  app.add_flag("--gpu", options->gpu,
               help("The measurements are of GPUs (see docs/simulator-gpu.md)"));
  app.add_option("--date", options->day, help("Date of the fit (default: today)"))
      ->option_text("YYYY-MM-DD");
  app.add_option("--name", options->name,
                 help("Name of the measurements in the result (default: the paths of the tables)"))
      ->option_text("TEXT");
  app.add_option("-o", options->output,
                 help("Save the parameters, for 'nscope validate --calibration'"))
      ->option_text("FILE");
  app.add_option("--report", options->report,
                 help("Save the accuracy of each class and row (Markdown)"))
      ->option_text("FILE");
  app.add_option("--start-up", options->start_up,
                 help("Save the parameters of compilation and start (see docs/start-up.md)"))
      ->option_text("FILE")
      ->excludes("--gpu");
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
