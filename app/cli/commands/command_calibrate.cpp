#include "app/cli/command.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/studies/measurements.h"
#include "app/cli/studies/residual_fit.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
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
  std::string table;
  std::vector<std::string> residuals;
  std::string day;
  std::string name;
  std::string output;
  std::string report;
  bool gpu = false;
};

/// What a fit has to say, whatever it was of.
struct FitTexts {
  Json calibration;
  std::string report;  ///< Markdown
  Json rows;
  std::string summary;
};

template <class Set>
std::string parameter_text(std::span<const sim::ParameterInfoOf<Set>> infos,
                           const Set& parameters) {
  Table table({{.id = "parameter"}, {.id = "start"}, {.id = "fitted"}, {.id = "unit"}});
  for (const sim::ParameterInfoOf<Set>& info : infos) {
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

std::string gpu_error_text(const sim::GpuCalibration& calibration) {
  Table table({{.id = "task"},
               {.id = "stack"},
               {.id = "metric"},
               {.id = "rows"},
               {.id = "fit"},
               {.id = "model left out"},
               {.id = "family left out"},
               {.id = "GPU left out"}});
  for (const sim::GpuAccuracy& entry : calibration.accuracy) {
    table.add_row({entry.task, entry.stack, entry.metric, std::int64_t{entry.rows},
                   format_percent(entry.fit, 1), format_percent(entry.model_out, 1),
                   format_percent(entry.family_out, 1), format_percent(entry.gpu_out, 1)});
  }
  return table.to_text();
}

std::string count_text(std::size_t used, std::size_t skipped) {
  return fmt::format("\n{} rows used, {} not\n", used, skipped);
}

Result<FitTexts> fit_neuron(const catalog::Catalog& catalog, const CalibrateArguments& options,
                            const std::string& date, const std::string& name,
                            TaskControl& control) {
  const auto rows = read_measurements(options.table);
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
  FitTexts texts{.calibration = sim::to_json(calibration),
                 .report = sim::accuracy_report(*report),
                 .rows = sim::to_json(*report),
                 .summary = parameter_text(sim::parameter_table(), calibration.parameters) + "\n" +
                            error_text(calibration) +
                            count_text(report->fitted.size(), report->skipped.size())};
  if (residuals) {
    texts.rows["residuals"] = residual_json(*residuals, &calibration.parameters);
    texts.summary +=
        "\n" + factor_text(*residuals) + "\n" + evidence_text(*residuals, calibration.parameters);
  }
  return texts;
}

/// Residuals alone tell how engines deviate. They do not make a calibration: what its error
/// bands are worth, measurements of whole runs say.
Result<CommandOutput> report_residuals(const catalog::Catalog& catalog,
                                       const CalibrateArguments& options, bool json) {
  const auto fit = read_residuals(catalog, options.residuals);
  if (!fit) return fail(fit.error());
  if (!json) {
    return CommandOutput{
        .text = factor_text(*fit),
        .note =
            "No parameter was changed: with --against TABLE.csv these operators join the "
            "fit.\n"};
  }
  Json report{{"schema", "nscope.residual_factors/1"}};
  report.update(residual_json(*fit, nullptr));
  return CommandOutput{.text = report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

Result<> check(const CalibrateArguments& options) {
  const auto wrong = [](std::string message) -> Result<> {
    return fail(ErrorCode::kInvalidArgument, std::move(message));
  };
  if (options.table.empty() && options.residuals.empty()) {
    return wrong("say what is fitted to: --against TABLE.csv, --residuals FILE.json, or both");
  }
  if (options.gpu && !options.residuals.empty()) {
    return wrong("--residuals are of NeuronCores: give them without --gpu");
  }
  if (options.table.empty() && (!options.output.empty() || !options.report.empty())) {
    return wrong("a calibration states errors of whole runs: -o and --report need --against");
  }
  return {};
}

Result<FitTexts> fit_gpu(const catalog::Catalog& catalog, const CalibrateArguments& options,
                         const std::string& date, const std::string& name, TaskControl& control) {
  const auto rows = read_gpu_measurements(options.table);
  if (!rows) return fail(rows.error());
  std::vector<std::string> skipped;
  auto measurements = sim::usable_gpu_measurements(catalog, *rows, skipped);
  auto report = sim::calibrate_gpu(catalog, std::move(measurements), date, name, control);
  if (!report) return fail(report.error());
  report->skipped = std::move(skipped);
  const sim::GpuCalibration& calibration = report->calibration;
  return FitTexts{.calibration = sim::to_json(calibration),
                  .report = sim::gpu_accuracy_report(*report),
                  .rows = sim::to_json(*report),
                  .summary = parameter_text(sim::gpu_parameter_table(), calibration.parameters) +
                             "\n" + gpu_error_text(calibration) +
                             count_text(report->fitted.size(), report->skipped.size())};
}

Result<CommandOutput> run(const CalibrateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  const auto day = day_or_today(options.day);
  if (!day) return fail(day.error());
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  if (options.table.empty()) return report_residuals(*catalog, options, common.json);
  const std::string name = options.name.empty() ? options.table : options.name;
  const auto fit =
      (options.gpu ? fit_gpu : fit_neuron)(*catalog, options, cost::to_string(*day), name, control);
  if (!fit) return fail(fit.error());
  CommandOutput output;
  const auto save = [&](const std::string& path, const std::string& content) -> Result<> {
    if (path.empty()) return {};
    output.note += fmt::format("Saved {}\n", path);
    return write_file(path, content);
  };
  if (auto saved = save(options.output, fit->calibration.dump(2) + "\n"); !saved) {
    return fail(saved.error());
  }
  if (auto saved = save(options.report, fit->report); !saved) return fail(saved.error());
  output.text = common.json ? fit->rows.dump(2) + "\n" : fit->summary;
  return output;
}

}  // namespace

CommandRun define_calibrate(CLI::App& app) {
  const auto options = std::make_shared<CalibrateArguments>();
  app.add_option("--against", options->table, "Measurements (CSV, see docs/simulator.md)")
      ->option_text("FILE");
  app.add_option("--residuals", options->residuals,
                 "Measured operators (JSON of 'nscope compare --residuals'): how engines deviate; "
                 "with --against they join the fit")
      ->option_text("FILE...");
  app.add_flag("--gpu", options->gpu, "The measurements are of GPUs (docs/simulator-gpu.md)");
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
